#!/bin/sh
# A first installation starts the server, an upgrade restarts it if it runs. The data stay where they are.
set -e
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ "$1" = configure ] && [ -z "$2" ]; then
	systemctl enable --now fortythieves.service
else
	systemctl try-restart fortythieves.service
fi
