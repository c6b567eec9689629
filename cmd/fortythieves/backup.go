package main

import (
	"context"
	"flag"
	"fmt"

	"fortythieves/db"
)

// backup copies the database, of which a server may be making use, to a new file.
func backup(ctx context.Context, p *process, args []string) error {
	file, data, err := fileAndData(p, "backup", args)
	if err != nil {
		return err
	}
	if err := db.Backup(ctx, data, file); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s is a whole and checked copy, with the keys of the sessions: keep it from others.\n", file)
	return err
}

// restore puts a backup in the place of the database.
func restore(ctx context.Context, p *process, args []string) error {
	file, data, err := fileAndData(p, "restore", args)
	if err != nil {
		return err
	}
	kept, err := db.Restore(ctx, file, data)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s is now the database in %s.\n", file, data)
	if kept != "" {
		fmt.Fprintf(p.out, "The one before is %s; delete it when it is not wanted any more.\n", kept)
	}
	return nil
}

// fileAndData are the file that a command is called with and the data folder.
func fileAndData(p *process, name string, args []string) (file, data string, err error) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	c := settingFlags(flags, "data")
	if file, err = parseFile(p, flags, args, false); err == nil {
		data, err = c.dataOf(p)
	}
	return file, data, err
}

// migrate brings the schema up to date.
func migrate(ctx context.Context, p *process, args []string) error {
	flags := flag.NewFlagSet("migrate", flag.ContinueOnError)
	c := settingFlags(flags, "data")
	if err := parse(p, flags, args); err != nil {
		return err
	}
	data, err := c.dataOf(p)
	if err != nil {
		return err
	}
	from, to, err := db.Versions(ctx, data)
	if err != nil {
		return err
	}
	store, err := db.Open(ctx, data)
	if err != nil {
		return err
	}
	switch {
	case from == to:
		fmt.Fprintf(p.out, "The schema is %d, the newest; nothing was to be done.\n", to)
	case from == 0:
		fmt.Fprintf(p.out, "A new database of schema %d is in %s.\n", to, data)
	default:
		fmt.Fprintf(p.out, "The schema is %d now; the database as it was, of schema %d, is kept as %s.v%d.\n", to, from, db.FileName, from)
	}
	return store.Close()
}
