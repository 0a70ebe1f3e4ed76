"""A page in a years-old engine from Debian 12, driven by JSON lines.

The argument names the engine: QtWebEngine is Chromium 87, QtWebKit is as old as
Safari 10. Each line on stdin is one command, and one line on stdout its answer:
{"open": url}, {"run": script}, {"submit": script} (the script leads to another
page) or {"shoot": true} (a PNG in base64).
"""

import json
import sys

from PyQt5.QtCore import QBuffer, QIODevice, QSocketNotifier, QUrl
from PyQt5.QtWidgets import QApplication

if sys.argv[1] == "QtWebEngine":
    from PyQt5.QtWebEngineWidgets import (
        QWebEngineScript,
        QWebEngineSettings as Settings,
        QWebEngineView as View,
    )

    # The page's own scripts are off; this world is not the page's.
    def run(script, answer):
        world = QWebEngineScript.ApplicationWorld
        view.page().runJavaScript(script, world, answer)

else:
    from PyQt5.QtWebKit import QWebSettings as Settings
    from PyQt5.QtWebKitWidgets import QWebView as View

    # QtWebKit runs no script at all in a page whose scripts are off.
    def run(script, answer):
        view.settings().setAttribute(Settings.JavascriptEnabled, True)
        value = view.page().mainFrame().evaluateJavaScript(script)
        view.settings().setAttribute(Settings.JavascriptEnabled, False)
        answer(value)


application = QApplication(sys.argv)
view = View()


def say(value):
    print(json.dumps(value), flush=True)


def say_when_loaded(begin):
    def loaded(ok):
        view.loadFinished.disconnect(loaded)
        say(ok)

    view.loadFinished.connect(loaded)
    begin()


def shoot():
    buffer = QBuffer()
    buffer.open(QIODevice.WriteOnly)
    view.grab().save(buffer, "PNG")
    say(bytes(buffer.data().toBase64()).decode())


def obey():
    line = sys.stdin.readline()
    if not line:
        return application.quit()
    order = json.loads(line)
    if "open" in order:
        say_when_loaded(lambda: view.load(QUrl(order["open"])))
    elif "submit" in order:
        say_when_loaded(lambda: run(order["submit"], lambda _: None))
    elif "run" in order:
        run(order["run"], say)
    else:
        shoot()


view.settings().setAttribute(Settings.JavascriptEnabled, False)
view.resize(1280, 4800)
view.show()
notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
notifier.activated.connect(lambda *_: obey())
sys.exit(application.exec_())
