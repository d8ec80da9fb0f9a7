"""Qt in the user's language: dates, numbers, and the texts of Qt's own dialogs."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from notebrain.app.core import language


def use_language(chosen: str = "") -> None:
    """Let Qt write dates and numbers as the user does; call before anything is shown."""
    wanted = [chosen] if chosen else language.preferred()
    locale = QLocale(wanted[0]) if wanted else QLocale.system()
    if locale.language() == QLocale.Language.C:
        locale = QLocale(QLocale.Language.English)
    QLocale.setDefault(locale)


def translate_qt(app: QCoreApplication) -> None:
    """Let Qt's own dialogs speak the language too, where Qt knows it, and no other any more."""
    for former in app.findChildren(QTranslator):
        app.removeTranslator(former)
        former.deleteLater()
    locale = QLocale()
    if locale.language() == QLocale.Language.English:
        return  # what they are written in
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(locale, "qtbase", "_", folder):
        app.installTranslator(translator)
