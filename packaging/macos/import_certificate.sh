#!/bin/bash
# Puts a signing certificate into a keychain of this job, and what notarytool needs beside it.
#     CERTIFICATE=.. CERTIFICATE_PASSWORD=.. APPLE_ID=.. APPLE_TEAM=.. APPLE_PASSWORD=.. \
#         import_certificate.sh PROFILE
# CERTIFICATE: a .p12 file in base64; APPLE_PASSWORD: one for an app, of account.apple.com.
# PROFILE: the name under which make_dmg.sh finds what is for notarytool.
set -eu
profile=$1
keychain=$HOME/Library/Keychains/gpuviz-signing.keychain-db
password=$(uuidgen)
file=$(mktemp -d)/certificate.p12
trap 'rm -rf "$(dirname "$file")"' EXIT

printf '%s' "$CERTIFICATE" | base64 --decode >"$file"
security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 21600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$file" -k "$keychain" -P "$CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
security list-keychains -d user -s "$keychain" login.keychain-db
security default-keychain -s "$keychain"
xcrun notarytool store-credentials "$profile" --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" \
    --password "$APPLE_PASSWORD"
