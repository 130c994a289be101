package upload

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Spool is the folder in which scans wait until the server has them.
type Spool struct {
	Folder string
	// Beyond these the oldest are dropped, so that a server that never comes back fills no disk.
	MostFiles int
	MostAge   time.Duration
}

const (
	waitingSuffix = ".scan.json"
	refusedSuffix = ".refused.json"
)

// OpenSpool makes the folder, readable by its owner alone.
func OpenSpool(folder string) (Spool, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return Spool{}, fmt.Errorf("could not make the folder for waiting scans: %w", err)
	}
	return Spool{folder, 100, 30 * 24 * time.Hour}, nil
}

// Put writes a scan so that it is there whole or not at all, and returns its file.
func (spool Spool) Put(name string, body []byte) (string, error) {
	path := filepath.Join(spool.Folder, name+waitingSuffix)
	return path, WriteFile(path, body)
}

// WriteFile writes for the owner alone, and never leaves half a file under the name.
func WriteFile(path string, body []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".scan-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(body)
	err = errors.Join(err, file.Sync(), file.Close())
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Waiting lists the scans that the server does not have yet, oldest first, after dropping what is too old or too many.
func (spool Spool) Waiting(now time.Time) (paths []string, dropped int, err error) {
	entries, err := os.ReadDir(spool.Folder)
	if err != nil {
		return nil, 0, err
	}
	type waiting struct {
		path string
		at   time.Time
	}
	var all []waiting
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), waitingSuffix) || !entry.Type().IsRegular() {
			continue
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		all = append(all, waiting{filepath.Join(spool.Folder, entry.Name()), info.ModTime()})
	}
	slices.SortFunc(all, func(a, b waiting) int { return a.at.Compare(b.at) })
	for index, each := range all {
		if now.Sub(each.at) > spool.MostAge || len(all)-index > spool.MostFiles {
			dropped++
			err = errors.Join(err, os.Remove(each.path))
			continue
		}
		paths = append(paths, each.path)
	}
	return paths, dropped, err
}

// Refuse sets a scan aside that the server will never take, for somebody to look at.
func (spool Spool) Refuse(path string) (string, error) {
	aside := strings.TrimSuffix(path, waitingSuffix) + refusedSuffix
	return aside, os.Rename(path, aside)
}
