package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// catalogue has the sentences of a language by their keys.
type catalogue map[string]sentence

// sentence is a text, under "", or one text for each plural category.
type sentence map[string]string

// parse reads the text of a catalogue. A key that stands there twice is an error: the parser of JSON would
// let the second win.
func parse(text []byte) (catalogue, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	c := catalogue{}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		key := token.(string) // as the decoder sees to
		if c[key] != nil {
			return nil, fmt.Errorf("%s stands there twice", key)
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		var one string
		var forms sentence
		if json.Unmarshal(raw, &one) == nil {
			forms = sentence{"": one}
		} else if err := json.Unmarshal(raw, &forms); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		c[key] = forms
	}
	_, err := d.Token()
	return c, err
}

// text is the text of a catalogue: the keys in order, each a line.
func (c catalogue) text() []byte {
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, key := range slices.Sorted(maps.Keys(c)) {
		if i > 0 {
			b.WriteString(",\n")
		}
		b.WriteString("  " + quote(key) + ": " + c[key].text())
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// categories are the plural categories of CLDR in the order in which they are written.
var categories = []string{"zero", "one", "two", "few", "many", "other"}

func (s sentence) text() string {
	if text, ok := s[""]; ok {
		return quote(text)
	}
	text := ""
	for _, category := range categories {
		if form, ok := s[category]; ok {
			if text != "" {
				text += ", "
			}
			text += quote(category) + ": " + quote(form)
		}
	}
	return "{" + text + "}"
}

func quote(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string
	}
	return string(bytes.TrimSpace(b.Bytes()))
}
