"""backend.py: builds the wheel, for pip and for `make wheel`. Needs nothing from an index.

A wheel is a zip archive: the package, the declarations made from the headers, the shared library without its
debugging symbols, and four files that say what is in it.

usage: backend.py wheel FOLDER      standstill-VERSION-py3-none-PLATFORM.whl
       backend.py package FOLDER    the package alone, as a folder
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
BUILD = os.environ.get("BUILD", "build")


def read_version():
    with open(os.path.join(ROOT, "include", "standstill", "version.h"), encoding="utf-8") as header:
        return re.search(r'SS_VERSION "(.*)"', header.read()).group(1)


def make_package(folder):
    """The package in folder/standstill: sources, declarations, library."""
    target = os.path.join(folder, "standstill")
    shutil.copytree(os.path.join(HERE, "standstill"), target, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__"))
    library = os.path.join(BUILD, "python", "libstandstill.so")
    jobs = [] if "MAKEFLAGS" in os.environ else [f"-j{os.cpu_count()}"]
    subprocess.run(["make", "-s", *jobs, "-C", ROOT, f"BUILD={BUILD}", library], check=True, stdout=sys.stderr)
    # the interpreter that has cffi: inside pip's isolated environment only the system's has, and that must not hear
    # of the isolation (-E): pip's PYTHONPATH hides Debian's packages
    python = [sys.executable] if _has_cffi() else ["/usr/bin/python3", "-E"]
    subprocess.run([*python, os.path.join(HERE, "declare.py"), os.path.join(ROOT, "include"), target], check=True,
                   stdout=sys.stderr)
    copy = os.path.join(target, "libstandstill.so")
    shutil.copyfile(os.path.join(ROOT, library), copy)
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", copy], check=True)
    return target


def _has_cffi():
    try:
        import cffi  # noqa: F401
    except ImportError:
        return False
    return True


def _metadata(version):
    return (f"Metadata-Version: 2.1\nName: standstill\nVersion: {version}\n"
            "Summary: Will it come to a standstill, from where, and can you prove it?\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: cffi\nRequires-Dist: numpy\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = read_version()
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info, tag = f"standstill-{version}.dist-info", f"py3-none-{platform}"
    name = f"standstill-{version}-{tag}.whl"
    records = []
    with tempfile.TemporaryDirectory() as folder, \
            zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path, data):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            records.append(f"{path},sha256={digest},{len(data)}")
            # one date for all: the same sources give the same wheel
            wheel.writestr(zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)

        package = make_package(folder)
        for file in sorted(os.listdir(package)):
            with open(os.path.join(package, file), "rb") as content:
                add(f"standstill/{file}", content.read())
        with open(os.path.join(ROOT, "LICENSE"), "rb") as licence:
            add(f"{info}/LICENSE", licence.read())
        add(f"{info}/METADATA", _metadata(version).encode())
        add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: standstill\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
        records.append(f"{info}/RECORD,,")
        wheel.writestr(f"{info}/RECORD", "\n".join(records) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("the sources are the project's, not the package's alone: pip install ./python from a checkout")


def main():
    what, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    if what == "wheel":
        print(os.path.join(folder, build_wheel(folder)))
    else:
        make_package(folder)


if __name__ == "__main__":
    main()
