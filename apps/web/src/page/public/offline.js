const texts = {
  de: {
    title: 'Narratoria ist nicht erreichbar',
    why: 'Deine Geschichten liegen dort, wo Narratoria läuft. Das Programm läuft nicht, oder dieses Gerät ist nicht damit verbunden.',
    wait: 'Lass diese Seite offen: Sie öffnet deine Geschichten, sobald der Server wieder da ist.',
    start: 'Starte es mit „narratoria serve“ auf dem Rechner mit deinen Geschichten.',
    drafts: 'Was du getippt und nicht gesendet hast, steht noch in seinem Feld.',
    cannot: 'Ohne den Server kann kein Zug gespielt und keine Geschichte gelesen werden.',
    trying: 'Neuer Versuch …',
    now: 'Jetzt versuchen',
  },
  ja: {
    title: 'Narratoria に接続できません',
    why: '物語は Narratoria が動いている場所に保存されています。プログラムが停止しているか、この端末が接続されていません。',
    wait: 'このページを開いたままにしてください。サーバーが戻ると物語が開きます。',
    start: '物語のあるコンピューターで「narratoria serve」を実行してください。',
    drafts: '入力して未送信の言葉は、入力欄に残っています。',
    cannot: 'サーバーがないと、ターンを進めることも物語を読むこともできません。',
    trying: '再接続しています…',
    now: '今すぐ試す',
  },
}

let language = navigator.language.split('-')[0]
try {
  language = localStorage.getItem('narratoria.language') ?? language
} catch {
  // Then it is the browser's.
}
const own = texts[language]
if (own) {
  document.documentElement.lang = language
  document.querySelector('h1').textContent = own.title
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = own[element.dataset.text]
}

async function tryAgain() {
  const answer = await fetch('/api/info', { cache: 'no-store' }).catch(() => undefined)
  // Also without a valid token: the page itself says what to do.
  if (answer) location.reload()
}
document.querySelector('button').addEventListener('click', () => void tryAgain())
setInterval(() => void tryAgain(), 1500)
