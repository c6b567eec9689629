#!/bin/sh
# After a removal that left the settings, dpkg tells postinstall.sh the old version, as for an upgrade. Only
# here it says that this is an installation.
set -e
if [ "$1" = install ]; then
	touch /run/fortythieves.new
fi
