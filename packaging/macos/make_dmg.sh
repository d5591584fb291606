#!/bin/bash
# Signs gpuviz.app, puts it into a disk image, has Apple notarise that, and staples the answer to it.
#     make_dmg.sh APP IMAGE [IDENTITY [KEYCHAIN_PROFILE]]
# IDENTITY: "Developer ID Application: NAME (TEAM)"; without one, or with -, the signature is ad hoc:
# the application runs on this machine, and elsewhere after "Open anyway" in the system's settings.
# KEYCHAIN_PROFILE: what `xcrun notarytool store-credentials` has kept; without one nothing is sent.
set -eu
app=$1
image=$2
identity=${3:--}
profile=${4-}
here=$(cd "$(dirname "$0")" && pwd)

sign() {
    if [ "$identity" = - ]; then
        codesign --force --sign - "$@"
    else
        codesign --force --sign "$identity" --timestamp --options runtime "$@"
    fi
}

# from the inside out: `--deep` is not for signing (Apple, TN3127 and man codesign)
find "$app/Contents" -type f \( -name '*.so' -o -name '*.dylib' \) -print0 |
    while IFS= read -r -d '' file; do sign "$file"; done
find "$app/Contents/Frameworks" -type d -name '*.framework' -prune -print0 2>/dev/null |
    while IFS= read -r -d '' folder; do sign "$folder"; done
sign --entitlements "$here/entitlements.plist" "$app/Contents/MacOS/gpuviz"
sign --entitlements "$here/entitlements.plist" "$app"
codesign --verify --strict --verbose=2 "$app"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$app" "$folder/"
ln -s /Applications "$folder/Applications"
hdiutil create -volname gpuviz -srcfolder "$folder" -fs HFS+ -format UDZO -ov "$image"
if [ "$identity" != - ]; then
    codesign --force --sign "$identity" --timestamp "$image"
fi
if [ -n "$profile" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$profile" --wait
    xcrun stapler staple "$image"
    spctl --assess --type open --context context:primary-signature --verbose "$image"
fi
