#!/bin/sh
# An installation starts the server, in an image at its first boot; an upgrade restarts it if it runs. The
# data stay where they are.
set -e
command -v systemctl >/dev/null || exit 0
act=try-restart
if [ "$1" = configure ] && { [ -z "$2" ] || [ -e /run/fortythieves.new ]; }; then
	systemctl enable fortythieves.service
	act=start
fi
rm -f /run/fortythieves.new
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
systemctl $act fortythieves.service
