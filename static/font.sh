#!/bin/sh
# Makes static/cards.woff2, the one font that is shipped: DejaVu Sans Condensed Bold with only the
# characters of card indices and suits, so that a card looks the same on every device. A second run
# gives the same bytes (made with fonttools 4.38.0 and brotli 1.0.9 of Debian 12; other versions of
# the two may pack the same outlines differently).
#
# Debian packages: fonttools python3-brotli fonts-dejavu-core fonts-dejavu-extra
set -eu
cd "$(dirname "$0")"

# Hints and layout tables are left out: they are half of the file, and an index needs no kerning.
# The name table stays, for the copyright notice is in it.
/usr/bin/pyftsubset /usr/share/fonts/truetype/dejavu/DejaVuSansCondensed-Bold.ttf \
	--text='0123456789AJQK♠♥♦♣' --flavor=woff2 --output-file=cards.woff2 \
	--no-hinting --drop-tables+=GDEF,GPOS,GSUB,FFTM --no-recalc-timestamp

# The licence, out of Debian's copyright file: the first paragraph about files, without its markup.
sed -n '/^Files: \*/,/^$/p' /usr/share/doc/fonts-dejavu-core/copyright |
	sed -e '/^Files:/d' -e '/^$/d' -e 's/^License:.*//' -e 's/^Copyright: //' \
		-e 's/^ \.$//' -e 's/^ //' -e 's/ *$//' >cards.LICENSE
