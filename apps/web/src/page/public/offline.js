const texts = {
  de: {
    title: 'Narratoria ist nicht erreichbar',
    why: 'Prüfe, ob der Computer mit deinen Geschichten an und verbunden ist. Diese Seite verbindet sich von selbst wieder.',
    drafts: 'Was du getippt, aber nicht gesendet hast, bleibt erhalten.',
    cannot: 'Bis dahin können Geschichten weder gelesen noch gespielt werden.',
    now: 'Erneut versuchen',
    host: 'Wenn du selbst einlädst, starte auf diesem Computer:',
  },
  ja: {
    title: 'Narratoria に接続できません',
    why: '物語のあるコンピューターの電源と接続を確認してください。このページは自動で再接続します。',
    drafts: '入力して未送信の言葉は残っています。',
    cannot: 'それまで、物語を読むことも進めることもできません。',
    now: '再試行',
    host: '自分で動かしている場合は、そのコンピューターで実行してください:',
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
