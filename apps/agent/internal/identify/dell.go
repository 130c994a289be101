package identify

import (
	"encoding/hex"
	"slices"
	"strings"
)

// dellTag extracts the service tag from the UUID of a Dell machine: "DELL", then the characters of the tag between fixed
// bytes. The UUID occurs in three byte orders: as in SMBIOS, big-endian, and reversed by some controllers.
func dellTag(uuid string) string {
	printed, err := hex.DecodeString(strings.ReplaceAll(uuid, "-", ""))
	if err != nil || len(printed) != 16 {
		return ""
	}
	swapped := slices.Clone(printed)
	slices.Reverse(swapped[0:4])
	slices.Reverse(swapped[4:6])
	slices.Reverse(swapped[6:8])
	reversed := slices.Clone(printed)
	slices.Reverse(reversed)
	for _, raw := range [][]byte{swapped, printed, reversed} {
		if tag := decodeTag(raw); tag != "" {
			return tag
		}
	}
	return ""
}

func decodeTag(raw []byte) string {
	isDell := string(raw[0:4]) == "DELL" && raw[5] == 0 && raw[6] == 0x10 && raw[8] == 0x80 &&
		raw[11] == 0xc0 && raw[12] == 0x4f
	if !isDell {
		return ""
	}
	tag := string([]byte{raw[10] & 0x7f, raw[4], raw[7], raw[9], raw[13], raw[14], raw[15]})
	for _, r := range tag {
		if (r < '0' || r > '9') && (r < 'A' || r > 'Z') {
			return ""
		}
	}
	return tag
}
