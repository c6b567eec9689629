package main

import (
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

func TestTheServiceIsHardened(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze")
	}
	out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", "packaging/fortythieves.service").CombinedOutput()
	found := regexp.MustCompile(`Overall exposure level for \S+: ([0-9.]+)`).FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%v: %s", err, out)
	}
	exposure, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil || exposure > 2 {
		t.Errorf("the exposure is %s, at most 2.0 is allowed", found[1])
	}
	t.Logf("exposure %s", found[1])
}
