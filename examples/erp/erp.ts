/**
 * Um ERP de uma página: busca no Malote o que há de novo, guarda cada XML e diz que o processou.
 *
 *   MALOTE_URL=https://malote.example MALOTE_TOKEN=mal_… npx tsx erp.ts PASTA
 *
 * Pode ser morto em qualquer ponto e chamado de novo: o que já foi guardado é reconhecido, e marcar o que já
 * está marcado é sucesso.
 */
import fs from "node:fs";
import path from "node:path";

type Nota = { id: string; chaveAcesso: string; xml?: string | null; xmlBase64?: string };
type Pagina = { itens: Nota[]; page: { next: string; hasMore: boolean } };
type Marcas = { itens: { id: string; sucesso: boolean; mensagem?: string }[] };

const POR_PAGINA = 100;
const TENTATIVAS = 6;
const SEM_RESPOSTA_MS = 60_000;

const { MALOTE_URL = "", MALOTE_TOKEN = "" } = process.env;
const [pasta = "notas"] = process.argv.slice(2);
const arquivoDoCursor = path.join(pasta, "cursor.txt");

type Resposta = { estado: number; espera: string | null; texto: string };

async function pedir<T>(caminho: string, corpo?: unknown): Promise<T> {
  for (let tentativa = 1; ; tentativa++) {
    const { estado, espera, texto } = await enviar(caminho, corpo);
    if (estado >= 200 && estado < 300) return JSON.parse(texto) as T;
    const passageiro = estado === 0 || estado === 429 || estado >= 500;
    if (!passageiro || tentativa === TENTATIVAS) throw new Error(`${estado}: ${lerMensagem(texto)}`);
    const segundos = Number(espera ?? 2 ** tentativa);
    await new Promise((pronto) => setTimeout(pronto, segundos * 1000));
  }
}

/** Estado 0: não houve resposta, ou ela não chegou inteira. */
async function enviar(caminho: string, corpo?: unknown): Promise<Resposta> {
  try {
    const resposta = await fetch(`${MALOTE_URL}/Services/rest/v1${caminho}`, {
      method: corpo === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${MALOTE_TOKEN}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(SEM_RESPOSTA_MS),
      ...(corpo === undefined ? {} : { body: JSON.stringify(corpo) }),
    });
    const espera = resposta.headers.get("retry-after");
    return { estado: resposta.status, espera, texto: await resposta.text() };
  } catch (erro) {
    return { estado: 0, espera: null, texto: String(erro) };
  }
}

/** O que o Malote diz do erro; quem está no meio do caminho pode responder outra coisa. */
function lerMensagem(texto: string): string {
  try {
    return (JSON.parse(texto) as { mensagem: string }).mensagem;
  } catch {
    return texto;
  }
}

/** O arquivo aparece inteiro ou não aparece. */
function guardar(nome: string, conteudo: string | Buffer): void {
  fs.writeFileSync(`${nome}.novo`, conteudo);
  fs.renameSync(`${nome}.novo`, nome);
}

/** Aqui o ERP lançaria o documento; este guarda o XML, uma vez por id. */
function processar({ id, chaveAcesso, xml, xmlBase64 }: Nota): void {
  const nome = path.join(pasta, `${chaveAcesso}-${id}.xml`);
  if (!fs.existsSync(nome)) guardar(nome, xml ?? Buffer.from(xmlBase64 ?? "", "base64"));
}

fs.mkdirSync(pasta, { recursive: true });
let cursor = fs.existsSync(arquivoDoCursor) ? fs.readFileSync(arquivoDoCursor, "utf8") : "0";
for (let mais = true; mais; ) {
  const { itens, page } = await pedir<Pagina>(`/notas?cursor=${cursor}&limit=${POR_PAGINA}&incluir=xml`);
  for (const nota of itens) processar(nota);
  if (itens.length > 0) {
    const marcas = await pedir<Marcas>("/notas/lote/processado", {
      itens: itens.map(({ id }) => ({ id, valor: true })),
    });
    for (const { id, sucesso, mensagem } of marcas.itens) if (!sucesso) console.error(`${id}: ${mensagem}`);
  }
  // Só depois de guardado e marcado: quem cai antes disto lê a mesma página outra vez.
  guardar(arquivoDoCursor, page.next);
  console.log(`${itens.length} documentos`);
  cursor = page.next;
  mais = page.hasMore;
}
