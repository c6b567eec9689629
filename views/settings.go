package views

import (
	"encoding/json"
	"slices"

	"fortythieves/game"
)

// Setting is a thing that a player can choose. The first option is what it is unless chosen.
type Setting struct {
	Name    string
	Options []string
}

// settingGroups are all settings in the order and the groups of their page. The words stand in the
// catalogue: setting.NAME, setting.NAME.OPTION and, for a group, setting.group.NAME.
var settingGroups = []struct {
	Name     string
	Settings []Setting
}{
	{"play", []Setting{
		{"tap", []string{"smart", "select"}},
		{"double", []string{"foundation", "column", "nothing"}},
		{"up", []string{"off", "on"}},
		{"deals", []string{"winnable", "any"}},
	}},
	{"help", []Setting{
		{"hints", []string{"fair", "all"}},
		{"light", []string{"off", "fair", "all"}},
	}},
	{"look", []Setting{
		{"theme", []string{"auto", "light", "dark"}},
		{"table", []string{"green", "blue", "plum"}},
		{"print", []string{"normal", "large"}},
		{"suits", []string{"4", "2"}},
		{"colours", []string{"2", "4"}},
	}},
	{"layout", []Setting{
		{"hand", []string{"right", "left"}},
		{"homes", []string{"above", "below"}},
	}},
	{"language", []Setting{
		{"lang", append([]string{"auto"}, tags()...)},
	}},
}

// Settings are what a player has chosen. The zero value is all as it comes.
type Settings struct {
	chosen map[string]string
}

// ParseSettings reads the stored form. What it does not know is left out.
func ParseSettings(text string) Settings {
	if text == "" {
		return Settings{}
	}
	var stored map[string]string
	_ = json.Unmarshal([]byte(text), &stored) // a text that cannot be read is no choice
	return ChooseSettings(func(name string) string { return stored[name] })
}

// ChooseSettings takes each setting from get, which returns "" where nothing is chosen.
func ChooseSettings(get func(name string) string) Settings {
	var s Settings
	for _, group := range settingGroups {
		for _, setting := range group.Settings {
			if value := get(setting.Name); value != setting.Options[0] && slices.Contains(setting.Options, value) {
				if s.chosen == nil {
					s.chosen = map[string]string{}
				}
				s.chosen[setting.Name] = value
			}
		}
	}
	return s
}

// With is a copy in which a setting has another value.
func (s Settings) With(name, value string) Settings {
	return ChooseSettings(func(other string) string {
		if other == name {
			return value
		}
		return s.chosen[other]
	})
}

// optionText is what an option of a setting is called, and in what language, where it is another than l.
func (l *Locale) optionText(setting, option string) (text, lang string) {
	if other := Language(option); setting == "lang" && other != nil {
		return other.Own, other.Lang
	}
	return l.T("setting." + setting + "." + option), l.Lang
}

// String is the stored form: JSON, or nothing where all is as it comes.
func (s Settings) String() string {
	if len(s.chosen) == 0 {
		return ""
	}
	text, err := json.Marshal(s.chosen)
	if err != nil {
		panic(err) // a map of strings
	}
	return string(text)
}

// Get is the value of a setting. An unknown name panics.
func (s Settings) Get(name string) string {
	if value, ok := s.chosen[name]; ok {
		return value
	}
	for _, group := range settingGroups {
		for _, setting := range group.Settings {
			if setting.Name == name {
				return setting.Options[0]
			}
		}
	}
	panic("views: no setting " + name)
}

// suits is the number of colours that the suits of a variant are shown in: where the columns build by
// colour two make that plain, elsewhere four tell the suits apart.
func (s Settings) suits(v *game.Variant) string {
	if v.Build == game.OtherColour {
		return s.Get("colours")
	}
	return s.Get("suits")
}
