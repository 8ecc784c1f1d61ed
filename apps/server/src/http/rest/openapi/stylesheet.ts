/** Stylesheet of the reference: a column of routes and one of text; light or dark by the browser. */
export const STYLESHEET = `
:root{--fundo:#fbfaf8;--papel:#fff;--tinta:#1d2433;--cinza:#5b6475;--linha:#dfe2e8;--codigo:#f1f2f5;--elo:#1f4fa8}
@media (prefers-color-scheme:dark){:root{--fundo:#12161f;--papel:#191e29;--tinta:#e7eaf0;--cinza:#a3acbd;--linha:#2f3644;--codigo:#0d1119;--elo:#8db4ff}}
*{box-sizing:border-box}html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;font:16px/1.6 system-ui,sans-serif;background:var(--fundo);color:var(--tinta);display:grid;grid-template-columns:20rem minmax(0,1fr)}
a{color:var(--elo)}a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--elo);outline-offset:2px}
.pular{position:absolute;left:-99rem}.pular:focus{left:1rem;top:1rem;background:var(--papel);padding:.5rem 1rem;z-index:1}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.25rem;border-right:1px solid var(--linha);font-size:.875rem}
nav ul{list-style:none;margin:0;padding:0}nav>ul>li{margin-top:1rem;font-weight:600}nav li li{font-weight:400}
nav li li a{display:block;padding:.2rem 0;color:var(--tinta);text-decoration:none;overflow-wrap:anywhere}nav li li a:hover{text-decoration:underline}
.marca{font-weight:700;color:var(--tinta);text-decoration:none}
main{padding:2rem 2.5rem 6rem;max-width:62rem;outline:none}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem}h2{font-size:1.4rem;margin:3rem 0 1rem;border-bottom:1px solid var(--linha);padding-bottom:.4rem}
article{background:var(--papel);border:1px solid var(--linha);border-radius:.6rem;padding:1rem 1.25rem;margin:0 0 1.25rem}
article h3{margin:0 0 .25rem;font-size:1.05rem;overflow-wrap:anywhere}.resumo{font-weight:600;margin:.25rem 0 .5rem}p{margin:.5rem 0}
code{font:.875em ui-monospace,monospace;background:var(--codigo);padding:.1em .3em;border-radius:.25rem}
pre{background:var(--codigo);border:1px solid var(--linha);border-radius:.4rem;padding:.75rem 1rem;overflow:auto}pre code{background:none;padding:0}
.verbo{font:600 .75rem ui-monospace,monospace;display:inline-block;min-width:3.6em;padding:.1em .4em;border-radius:.25rem;text-align:center;color:#fff;background:#2c5d8f}
.POST{background:#1f6f43}.PUT{background:#8a5200}.DELETE{background:#a02c2c}
.rolo{overflow:auto}table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem .35rem 0;border-top:1px solid var(--linha);overflow-wrap:anywhere}thead th{border:0;color:var(--cinza);font-weight:600}
tbody th{font-weight:400}
@media (max-width:60rem){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--linha)}main{padding:1.25rem 1rem 4rem}}
`;
