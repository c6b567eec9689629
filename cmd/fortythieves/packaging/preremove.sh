#!/bin/sh
# The data in /var/lib/fortythieves are left: they are the players'.
set -e
[ -d /run/systemd/system ] || exit 0
if [ "$1" = remove ]; then
	systemctl disable --now fortythieves.service fortythieves.socket
fi
