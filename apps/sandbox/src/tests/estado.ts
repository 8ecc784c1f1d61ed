import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { createRelogio, type Relogio } from "../clock.ts";
import { type Acervo, openAcervo } from "../papelaria/acervo.ts";
import { seedAcervo } from "../papelaria/acervo-comum.ts";
import { EMPRESAS_DEMO, type Empresa } from "../papelaria/empresas.ts";
import { FORNECEDORES, type Fornecedor } from "../papelaria/fornecedores.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import { createPapelaria, type Papelaria } from "../papelaria/papelaria.ts";
import type { Atendido } from "../sefaz/atendimento.ts";
import { authorizeNota } from "../sefaz/autorizacao.ts";
import { ufsOfAutorizador } from "../sefaz/autorizadores.ts";
import { type Consumo, createConsumo } from "../sefaz/consumo/consumo.ts";
import { readEnvelope } from "../sefaz/envelope.ts";
import { createConferente, hasXmlsec } from "../sefaz/evento/assinatura.ts";
import { type Livro, openLivro } from "../sefaz/livro.ts";
import { answer } from "../sefaz/responder.ts";
import { layoutOf, type Servico, wsdlOf } from "../sefaz/servicos.ts";
import { createSorteio } from "../sorteio.ts";

/** The simulated SEFAZ without its HTTP server: its stored state, and direct requests. */
export type EstadoDeTeste = {
  dir: string;
  acervo: Acervo;
  papelaria: Papelaria;
  livro: Livro;
  consumo: Consumo;
  clock: Relogio;
  /** Signs and authorizes a nota issued that many minutes ago. */
  emitNota(o?: { fornecedor?: Fornecedor; destinatario?: Empresa; idadeMin?: number }): NotaAssinada;
  ask(servico: Servico, payload: string, o?: Chamada): Promise<Atendido>;
  stop(): void;
};

export type Chamada = {
  autorizador?: string;
  modelo?: string;
  transmissor?: string;
  cabecalho?: string;
  /** Acts as if xmlsec1 were missing. */
  semXmlsec?: boolean;
};

const [demo] = EMPRESAS_DEMO;
const [fornecedorPadrao] = FORNECEDORES;
const MINUTE_MS = 60_000;
const SOAP = "http://www.w3.org/2003/05/soap-envelope";

export async function createEstado(): Promise<EstadoDeTeste> {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-estado-"));
  await seedAcervo(dir);
  const clock = createRelogio();
  const acervo = await openAcervo(dir, clock.now());
  const papelaria = createPapelaria(acervo, createSorteio());
  const livro = openLivro(dir, () => clock.now());
  const consumo = createConsumo();
  return {
    dir,
    acervo,
    papelaria,
    livro,
    consumo,
    clock,
    emitNota: ({ fornecedor = fornecedorPadrao, destinatario = demo, idadeMin = 30 } = {}) => {
      if (!fornecedor) throw new RangeError("no fornecedor");
      const nota = papelaria.signNota({
        emissao: new Date(clock.now().getTime() - idadeMin * MINUTE_MS),
        serie: 1,
        numero: livro.nextNumero(fornecedor.cnpj, 1),
        fornecedor,
        destinatario,
        itens: papelaria.inventItens(fornecedor),
      });
      authorizeNota(nota, livro);
      return nota;
    },
    ask: (servico, payload, { autorizador = "AN", modelo = "55", transmissor = demo.cnpj, ...more } = {}) =>
      answer({
        pedido: readEnvelope(wrap(servico, payload, more.cabecalho)),
        recusaCertificado: null,
        transmissor,
        porta: { autorizador, modelo, ufs: ufsOfAutorizador(autorizador, modelo) ?? [] },
        agora: clock.now(),
        parado: null,
        livro,
        consumo,
        conferente: createConferente(
          [acervo.intermediaria.certificadoPem],
          more.semXmlsec ? () => false : hasXmlsec,
        ),
      }),
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A request in its SOAP envelope. */
export function wrap(servico: Servico, payload: string, cabecalho = ""): string {
  const [outermost = "", ...inner] = layoutOf(servico).entrada;
  const content = inner.reduceRight((children, nome) => `<${nome}>${children}</${nome}>`, payload);
  const header = cabecalho ? `<s:Header>${cabecalho}</s:Header>` : "";
  return `<s:Envelope xmlns:s="${SOAP}">${header}<s:Body><${outermost} xmlns="${wsdlOf(servico)}">${content}</${outermost}></s:Body></s:Envelope>`;
}

export function distNSU(ultNSU: number, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<distNSU><ultNSU>${writeNsu(ultNSU)}</ultNSU></distNSU>`);
}

export function consNSU(nsu: number, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<consNSU><NSU>${writeNsu(nsu)}</NSU></consNSU>`);
}

export function consChNFe(chave: string, interessado = demo.cnpj): string {
  return distDFeInt(interessado, `<consChNFe><chNFe>${chave}</chNFe></consChNFe>`);
}

function distDFeInt(interessado: string, por: string): string {
  return `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${interessado}</CNPJ>${por}</distDFeInt>`;
}

function writeNsu(nsu: number): string {
  return String(nsu).padStart(15, "0");
}

/** The documents of a response, unzipped. */
export function docZips(xml: string): { nsu: number; schema: string; xml: string }[] {
  return [...xml.matchAll(/<docZip NSU="([0-9]{15})" schema="([^"]+)">([^<]+)</g)].map(
    ([, nsu = "", schema = "", zipped = ""]) => ({
      nsu: Number(nsu),
      schema,
      xml: gunzipSync(Buffer.from(zipped, "base64")).toString("utf8"),
    }),
  );
}

export function textOf(xml: string, nome: string): string | undefined {
  return new RegExp(`<${nome}>([^<]*)<`).exec(xml)?.[1];
}
