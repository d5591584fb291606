"""What macOS is told of gpuviz.app: its Info.plist, beside what PyInstaller writes there."""

from __future__ import annotations

import plistlib
from collections.abc import Sequence
from typing import Any

from tools.bundle import identity
from tools.bundle.identity import FileType

RANKS = {"owner": "Owner", "alternate": "Alternate"}


def info_plist(types: Sequence[FileType] = identity.TYPES) -> dict[str, Any]:
    """Document types, languages, and that it draws on high-density screens.

    (developer.apple.com/documentation/bundleresources/information-property-list)
    """
    return {
        "CFBundleDisplayName": identity.NAME,
        "CFBundleShortVersionString": identity.VERSION,
        "CFBundleVersion": identity.VERSION,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "zh_CN"],
        "CFBundleDocumentTypes": [_document_type(kind) for kind in types],
        "UTExportedTypeDeclarations": [_declared(kind) for kind in types if kind.role == "owner"],
        "UTImportedTypeDeclarations": [
            _declared(kind) for kind in types if not _is_known_to_macos(kind) and _is_foreign(kind)
        ],
        "LSMinimumSystemVersion": identity.OLDEST_MACOS,
        "LSApplicationCategoryType": "public.app-category.education",
        "NSHighResolutionCapable": True,
        "NSRequiresAquaSystemAppearance": False,
        "NSHumanReadableCopyright": f"{identity.PUBLISHER}, {identity.LICENCE} licence",
    }


def as_text() -> bytes:
    """The same as an XML file."""
    return plistlib.dumps(info_plist())


def _document_type(kind: FileType) -> dict[str, Any]:
    return {
        "CFBundleTypeName": kind.name,
        "CFBundleTypeRole": "Viewer" if kind.role == "owner" else "Editor",
        "LSHandlerRank": RANKS[kind.role],
        "LSItemContentTypes": [kind.uti],
    }


def _declared(kind: FileType) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": kind.uti,
        "UTTypeDescription": kind.name,
        "UTTypeConformsTo": ["public.data" if kind.role == "owner" else "public.source-code"],
        "UTTypeTagSpecification": {
            "public.filename-extension": [kind.word],
            "public.mime-type": [kind.mime],
        },
    }


def _is_known_to_macos(kind: FileType) -> bool:
    return kind.uti.startswith("public.")


def _is_foreign(kind: FileType) -> bool:
    return kind.role != "owner"
