"""A page in Debian's Chromium, without its window and without any package but Python's own.

Chromium is told what to do over two pipes (--remote-debugging-pipe): JSON messages that end with a
zero byte. Every request that a page makes and every line of its console is kept.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time


class Browser:
    def __init__(self, javascript=True, width=900, height=1200):
        self.folder = tempfile.mkdtemp(prefix="standstill-browser-")
        # the browser reads from descriptor 3 and writes to descriptor 4
        read_to, self.write_to = os.pipe()
        self.read_from, write_from = os.pipe()

        def wire():
            # out of the way first: either may be 3 or 4 already
            a, b = os.dup(read_to), os.dup(write_from)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--no-first-run", "--disable-extensions", "--disable-background-networking",
             "--host-resolver-rules=MAP * ~NOTFOUND", "--hide-scrollbars",
             "--user-data-dir=" + self.folder, "--remote-debugging-pipe", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=wire)
        os.close(read_to)
        os.close(write_from)
        self.buffer, self.number, self.events = b"", 0, []
        self.requests, self.console, self.loaded = [], [], False
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        if not javascript:
            self.call("Emulation.setScriptExecutionDisabled", value=True)

    def _receive(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.read_from, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, message):
        method, p = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(p["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.console.append("exception: " + json.dumps(p["exceptionDetails"])[:400])
        elif method == "Runtime.consoleAPICalled" and p["type"] in ("error", "warning", "assert"):
            self.console.append(p["type"] + ": " + json.dumps(p["args"])[:400])
        elif method == "Log.entryAdded" and p["entry"]["level"] in ("error", "warning"):
            self.console.append("log: " + p["entry"]["text"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def call(self, method, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") != number:
                self._note(answer)
            elif "error" in answer:
                raise RuntimeError(method + ": " + answer["error"]["message"])
            else:
                return answer["result"]

    def open(self, path):
        self.requests, self.console, self.loaded = [], [], False
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        deadline = time.time() + 60
        while not self.loaded and time.time() < deadline:
            self.evaluate("0")

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:400])
        return result["result"].get("value")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, code):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def screenshot(self, selector=None, file=None, scale=1):
        """The element (None: the whole page) as a PNG."""
        box = self.evaluate("""(function () {
          const e = %s, r = e.getBoundingClientRect();
          return [r.left + scrollX, r.top + scrollY, r.width, r.height]; })()"""
                            % ("document.querySelector(%s)" % json.dumps(selector) if selector
                               else "document.documentElement"))
        clip = dict(x=box[0], y=box[1], width=max(1, box[2]), height=max(1, box[3]), scale=scale)
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png", clip=clip,
                                          captureBeyondViewport=True)["data"])
        if file:
            with open(file, "wb") as out:
                out.write(data)
        return data

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        for end in (self.write_to, self.read_from):
            os.close(end)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
