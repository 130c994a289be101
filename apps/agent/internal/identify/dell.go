package identify

import (
	"encoding/hex"
	"slices"
	"strings"
)

// dellTag reads the service tag that Dell puts into the UUID of a machine: DELL, then the tag's characters between
// fixed bytes. The same UUID is printed in three byte orders: by SMBIOS, plainly, and backwards by some controllers.
func dellTag(uuid string) string {
	printed, err := hex.DecodeString(strings.ReplaceAll(uuid, "-", ""))
	if err != nil || len(printed) != 16 {
		return ""
	}
	swapped := slices.Clone(printed)
	slices.Reverse(swapped[0:4])
	slices.Reverse(swapped[4:6])
	slices.Reverse(swapped[6:8])
	backwards := slices.Clone(printed)
	slices.Reverse(backwards)
	for _, plain := range [][]byte{swapped, printed, backwards} {
		if tag := tagOf(plain); tag != "" {
			return tag
		}
	}
	return ""
}

func tagOf(plain []byte) string {
	isDell := string(plain[0:4]) == "DELL" && plain[5] == 0 && plain[6] == 0x10 && plain[8] == 0x80 &&
		plain[11] == 0xc0 && plain[12] == 0x4f
	if !isDell {
		return ""
	}
	tag := string([]byte{plain[10] & 0x7f, plain[4], plain[7], plain[9], plain[13], plain[14], plain[15]})
	for _, letter := range tag {
		if (letter < '0' || letter > '9') && (letter < 'A' || letter > 'Z') {
			return ""
		}
	}
	return tag
}
