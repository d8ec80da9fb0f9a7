; The installer for Windows, by Inno Setup 6. On Windows, in the folder of the project:
;   py packaging\dev.py package folder
;   iscc /DVersion=0.1.0 packaging\notebrain.iss
; It installs for the user alone unless an administrator chooses otherwise, and leaves the notes alone on removing.

#ifndef Version
  #error Give the version: iscc /DVersion=...
#endif
#define Root ".."
#define Built Root + "\dist\notebrain"

[Setup]
AppId={{8D3C9B1E-5E0B-4C53-9F0A-2C8B9D6E4A71}
AppName=NoteBrain
AppVersion={#Version}
AppPublisher=NoteBrain contributors
DefaultDirName={autopf}\NoteBrain
DefaultGroupName=NoteBrain
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Root}\LICENSE
SetupIconFile={#Root}\build\package\notebrain\notebrain.ico
UninstallDisplayIcon={app}\notebrain-gui.exe
OutputDir={#Root}\dist
OutputBaseFilename=notebrain-{#Version}-windows-setup
Compression=lzma2/normal
SolidCompression=yes
CloseApplications=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "{#Built}\notebrain.exe"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Built}\notebrain-gui.exe"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Built}\_internal\*"; DestDir: "{app}\_internal"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "{#Built}\LICENSE"; DestDir: "{app}"; Flags: ignoreversion
Source: "{#Built}\THIRD-PARTY-LICENCES.txt"; DestDir: "{app}"; Flags: ignoreversion

[InstallDelete]
; of an older version nothing stays that the newer one has not
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\NoteBrain"; Filename: "{app}\notebrain-gui.exe"
Name: "{autodesktop}\NoteBrain"; Filename: "{app}\notebrain-gui.exe"; Tasks: desktopicon

[Registry]
; addresses that begin with notebrain:
Root: HKA; Subkey: "Software\Classes\notebrain"; ValueType: string; ValueData: "URL:NoteBrain"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\notebrain"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\notebrain\DefaultIcon"; ValueType: string; ValueData: "{app}\notebrain-gui.exe,0"
Root: HKA; Subkey: "Software\Classes\notebrain\shell\open\command"; ValueType: string; ValueData: """{app}\notebrain-gui.exe"" ""%1"""
; found by Win+R
Root: HKA; Subkey: "Software\Microsoft\Windows\CurrentVersion\App Paths\notebrain.exe"; ValueType: string; ValueData: "{app}\notebrain.exe"; Flags: uninsdeletekey

[Run]
Filename: "{app}\notebrain-gui.exe"; Description: "{cm:LaunchProgram,NoteBrain}"; Flags: nowait postinstall skipifsilent
