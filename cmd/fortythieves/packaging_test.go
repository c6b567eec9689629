package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// A file that is added to one is forgotten in the other.
func TestBothDebianPackagesHaveTheSameFiles(t *testing.T) {
	files := func(name string) []string {
		var all []string
		for _, found := range regexp.MustCompile(`(?:dst|(?:pre|post)(?:install|remove)): ([^\s,}]+)`).FindAllStringSubmatch(example(t, name), -1) {
			all = append(all, found[1])
		}
		slices.Sort(all)
		return all
	}
	one, other := files("nfpm.yaml"), append(files("goreleaser.yaml"), "/usr/bin/fortythieves") // which it puts in by itself
	slices.Sort(other)
	if !slices.Equal(one, other) {
		t.Errorf("nfpm packs %v\ngoreleaser packs %v", one, other)
	}
	for name, mode := range map[string]string{"nfpm.yaml": "/etc/fortythieves.env\n    type: config|noreplace\n    file_info: {mode: 0640}",
		"goreleaser.yaml": "/etc/fortythieves.env, type: config|noreplace, file_info: {mode: 0640}"} {
		if !strings.Contains(example(t, name), mode) {
			t.Errorf("by %s everybody may read the settings, which may have keys", name)
		}
	}
}

// A file with the time of the checkout makes other bytes of the same commit.
func TestAReleaseHasTheTimesOfItsCommitAndThePackageTheNameInTheREADME(t *testing.T) {
	release := example(t, "goreleaser.yaml")
	for _, part := range []string{"builds_info: {owner: root, group: root, ", `info: &info {owner: root, group: root, mode: 0644, `, "nfpms:\n  - formats: [deb]\n    "} {
		_, rest, _ := strings.Cut(release, part)
		line, _, _ := strings.Cut(rest, "\n")
		if !strings.HasPrefix(line, `mtime: "{{ .CommitDate }}"`) {
			t.Errorf("after %q comes %q", part, line)
		}
	}
	_, files, _ := strings.Cut(release, "\n    files:\n")
	files, _, _ = strings.Cut(files, "\nchecksum:")
	for line := range strings.Lines(files) {
		if !strings.Contains(line, ", info: *info}") && !strings.Contains(line, ", info: &info {") {
			t.Errorf("in the archives this has the time of the checkout: %s", line)
		}
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(release, `file_name_template: "{{ .ConventionalFileName }}"`) || !strings.Contains(string(readme), "./fortythieves_1.2.3_amd64.deb") {
		t.Error("goreleaser calls the package otherwise than the README")
	}
}
