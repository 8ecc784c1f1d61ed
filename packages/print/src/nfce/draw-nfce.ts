import type { PapelNfe } from "@malote/dfe";
import { type Autorizacao, autorizacaoOf, marcaEstreita } from "../danfe/autorizacao.ts";
import { TIPO2 } from "../danfe/texts.ts";
import { Folhas } from "../folha/folha.ts";
import { instantOfPapel } from "../folha/formatos-papel.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Impressao, Impresso } from "../impressao.ts";
import type { Pagina } from "../pdf/pagina.ts";
import { type Bloco, espacoBloco, riscoBloco, textoBlocos, unroll } from "./rolo.ts";
import {
  alertaBlocos,
  avisoBlocos,
  consultaBlocos,
  consumidorBlocos,
  emitenteBlocos,
  identificacaoBlocos,
  itensBlocos,
  mensagensBlocos,
  qrBlocos,
  totaisBlocos,
} from "./secoes.ts";
import { SEM_CREDITO, TITULO } from "./texts.ts";

/** The watermark is repeated at this distance along the roll. */
const TRECHO_MM = 160;

/** Draws the DANFE of an NFC-e: a roll 80 mm wide, as long as needed.
 * @source Manual de Especificações Técnicas do DANFE NFC-e e QR Code 5.0, §3 */
export function drawNfce({ papel, situacao, logo }: Impressao & { papel: PapelNfe }): Impresso {
  const folhas = new Folhas();
  const autorizacao = autorizacaoOf(papel, situacao);
  const marca = marcaEstreita(autorizacao);
  for (const via of isPendente(papel) ? TIPO2.vias : [null]) {
    for (const pagina of unroll(folhas, blocosOf({ papel, situacao, logo }, autorizacao, via))) {
      if (marca !== null) markAll(pagina, marca);
    }
  }
  return folhas.finish({
    titulo: `DANFE NFC-e ${papel.numero ?? ""}`.trim(),
    autor: papel.emitente.nome,
    assunto: papel.chave,
    data: instantOfPapel(papel.emissao),
  });
}

/** Issued offline, and SEFAZ has not responded: one copy for the customer, one for the issuer. */
function isPendente({ tipoEmissao, protocolo }: PapelNfe): boolean {
  return tipoEmissao === "9" && protocolo === null;
}

function blocosOf(
  { papel, situacao, logo }: Impressao & { papel: PapelNfe },
  autorizacao: Autorizacao,
  via: string | null,
): Bloco[] {
  const avisos = avisoBlocos(papel, situacao, autorizacao);
  return [
    ...emitenteBlocos(papel, logo),
    ...textoBlocos(TITULO, { fonte: "negrito" }),
    ...textoBlocos(SEM_CREDITO, { corpo: 7 }),
    ...avisos,
    riscoBloco(),
    ...itensBlocos(papel),
    riscoBloco(),
    ...totaisBlocos(papel),
    riscoBloco(),
    ...consultaBlocos(papel),
    espacoBloco(1),
    ...consumidorBlocos(papel),
    espacoBloco(1),
    ...identificacaoBlocos(papel, autorizacao),
    ...avisos,
    ...alertaBlocos(papel, autorizacao),
    ...textoBlocos(via, { fonte: "negrito" }),
    espacoBloco(1),
    ...qrBlocos(papel),
    ...mensagensBlocos(papel),
  ];
}

function markAll(pagina: Pagina, marca: string): void {
  const count = Math.max(1, Math.floor(pagina.altura / TRECHO_MM));
  const altura = pagina.altura / count;
  for (let at = 0; at < count; at += 1) {
    drawMarcaDagua(pagina, marca, { x: 0, y: at * altura, largura: pagina.largura, altura });
  }
}
