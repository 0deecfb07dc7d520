let text = ''
process.stdin.setEncoding('utf8')
for await (const chunk of process.stdin) text += chunk
const { input } = JSON.parse(text)
console.log(`{"version":"0","type":"state_patch","patch":{"length":${input.text.length}}}`)
console.log('{"version":"0","type":"done","ok":true}')
