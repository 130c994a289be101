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

// Spool is a directory of scans that have not been delivered yet.
type Spool struct {
	Dir string
	// MaxFiles and MaxAge keep the disk from filling up if the server stays unreachable. Older scans are deleted.
	MaxFiles int
	MaxAge   time.Duration
}

const (
	pendingSuffix  = ".scan.json"
	rejectedSuffix = ".refused.json"
)

// OpenSpool creates the directory if necessary, accessible only to its owner.
func OpenSpool(dir string) (Spool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Spool{}, fmt.Errorf("failed to create the spool directory: %w", err)
	}
	return Spool{dir, 100, 30 * 24 * time.Hour}, nil
}

// Put writes a scan atomically.
func (s Spool) Put(name string, body []byte) error {
	return WriteFile(filepath.Join(s.Dir, name+pendingSuffix), body)
}

// WriteFile writes a file atomically, accessible only to its owner.
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

// Pending deletes scans beyond MaxFiles or MaxAge and returns the paths of the others, oldest first.
func (s Spool) Pending(now time.Time) (paths []string, dropped int, err error) {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil, 0, err
	}
	type pendingFile struct {
		path    string
		modTime time.Time
	}
	var files []pendingFile
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), pendingSuffix) || !entry.Type().IsRegular() {
			continue
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		files = append(files, pendingFile{filepath.Join(s.Dir, entry.Name()), info.ModTime()})
	}
	slices.SortFunc(files, func(a, b pendingFile) int { return a.modTime.Compare(b.modTime) })
	for i, file := range files {
		if now.Sub(file.modTime) > s.MaxAge || len(files)-i > s.MaxFiles {
			dropped++
			err = errors.Join(err, os.Remove(file.path))
			continue
		}
		paths = append(paths, file.path)
	}
	return paths, dropped, err
}

// Reject renames a scan that the server rejected, so that it is not sent again and can be inspected.
func (s Spool) Reject(path string) (string, error) {
	rejected := strings.TrimSuffix(path, pendingSuffix) + rejectedSuffix
	return rejected, os.Rename(path, rejected)
}
