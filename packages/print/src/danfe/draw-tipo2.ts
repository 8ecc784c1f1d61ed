import type { PapelNfe } from "@malote/dfe";
import { formatChave } from "@malote/syntax";
import { Folhas } from "../folha/folha.ts";
import {
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Impresso } from "../impressao.ts";
import { type Bloco, espacoBloco, parBloco, riscoBloco, textoBlocos, unroll } from "../nfce/rolo.ts";
import {
  alertaBlocos,
  consumidorBlocos,
  emitenteBlocos,
  itensBlocos,
  mensagensBlocos,
  qrBlocos,
  totaisBlocos,
} from "../nfce/secoes.ts";
import type { Pagina } from "../pdf/pagina.ts";
import { type Autorizacao, autorizacaoOf, marcaEstreita } from "./autorizacao.ts";
import type { Danfe } from "./draw-a4.ts";
import { isPresent } from "./formatos.ts";
import { identificacaoOf } from "./identificacao.ts";
import { SEM_AUTORIZACAO, TIPO2 } from "./texts.ts";

const TRECHO_MM = 160;

/** Draws a DANFE simplificado tipo 2: an NF-e 55 as a coupon in the divisions of NFC-e, plus IBS, CBS and
 * IS. If issued offline and not authorized yet, it is printed twice.   @source NT 2026.003 v1.00; Ajuste
 * SINIEF 13/2026 */
export function drawTipo2(danfe: Danfe): Impresso {
  const { papel, situacao } = danfe;
  const folhas = new Folhas();
  const autorizacao = autorizacaoOf(papel, situacao);
  const isPendente = papel.tipoEmissao === "9" && !papel.protocolo;
  const marca = marcaEstreita(autorizacao);
  for (const via of isPendente ? TIPO2.vias : [null]) {
    for (const pagina of unroll(folhas, blocosOf(danfe, autorizacao, via))) {
      if (marca !== null) markAll(pagina, marca);
    }
  }
  return folhas.finish(identificacaoOf(papel));
}

/** Repeats the watermark along the roll. */
function markAll(pagina: Pagina, marca: string): void {
  const count = Math.max(1, Math.floor(pagina.altura / TRECHO_MM));
  const altura = pagina.altura / count;
  for (let at = 0; at < count; at += 1) {
    drawMarcaDagua(pagina, marca, { x: 0, y: at * altura, largura: pagina.largura, altura });
  }
}

function blocosOf({ papel, logo }: Danfe, autorizacao: Autorizacao, via: string | null): Bloco[] {
  const avisos = avisosOf(papel, autorizacao);
  return [
    ...emitenteBlocos(papel, logo),
    ...textoBlocos(TIPO2.titulo, { fonte: "negrito", corpo: 10 }),
    ...textoBlocos(TIPO2.subtitulo),
    ...avisos,
    riscoBloco(),
    ...itensBlocos(papel),
    riscoBloco(),
    ...totaisBlocos({ ...papel, totais: { ...papel.totais, ibsCbs: null, is: null, notaComTributos: null } }),
    ...(isPresent(papel.cobranca.troco) ? [] : parBloco(TIPO2.troco, "0,00")),
    ...ibsCbsBlocos(papel),
    riscoBloco(),
    ...textoBlocos(TIPO2.consulte, { fonte: "negrito" }),
    ...textoBlocos(papel.suplemento?.urlChave ?? TIPO2.portal),
    ...textoBlocos(papel.chave && formatChave(papel.chave), { corpo: 7.5 }),
    espacoBloco(1),
    ...qrBlocos(papel),
    ...consumidorBlocos(papel),
    espacoBloco(1),
    ...identificacaoBlocos(papel, autorizacao),
    ...avisos,
    ...alertaBlocos(papel, autorizacao),
    ...textoBlocos(via, { fonte: "negrito" }),
    ...mensagensBlocos(papel),
  ];
}

/** Division III-A; omitted for a nota without IBS, CBS and IS. */
function ibsCbsBlocos({ totais }: PapelNfe): Bloco[] {
  const { ibsCbs, is, notaComTributos } = totais;
  if (!ibsCbs && !isPresent(is)) return [];
  const lines: [string, string | null | undefined][] = [
    [TIPO2.base, ibsCbs?.base],
    [TIPO2.ibsUf, ibsCbs?.ibsUf],
    [TIPO2.ibsMunicipio, ibsCbs?.ibsMunicipio],
    [TIPO2.ibs, ibsCbs?.ibs],
    [TIPO2.cbs, ibsCbs?.cbs],
    [TIPO2.is, is],
    [TIPO2.total, notaComTributos],
  ];
  return [
    riscoBloco(),
    ...textoBlocos(TIPO2.reforma, { fonte: "negrito" }),
    ...lines.flatMap(([nome, valor]) => (valor ? parBloco(nome, formatDinheiro(valor)) : [])),
  ];
}

function identificacaoBlocos(papel: PapelNfe, { titulo, texto }: Autorizacao): Bloco[] {
  const numero = `NF-e nº ${formatNumeroPapel(papel.numero)}   Série ${formatSeriePapel(papel.serie)}`;
  return [
    ...textoBlocos(numero, { fonte: "negrito" }),
    ...textoBlocos(`Emissão: ${formatInstantePapel(papel.emissao)}`),
    ...textoBlocos(titulo, { corpo: 7 }),
    ...textoBlocos(texto, { fonte: "negrito" }),
  ];
}

/** Division VIII, which is printed twice. */
function avisosOf(papel: PapelNfe, { carimbos, falta }: Autorizacao): Bloco[] {
  const avisos = [
    ...(papel.homologacao ? [TIPO2.homologacao] : []),
    ...(falta === null ? [] : [falta]),
    ...carimbos.filter((carimbo) => carimbo !== SEM_AUTORIZACAO && carimbo !== "SEM VALOR FISCAL"),
    ...(papel.tipoEmissao === "9" ? TIPO2.contingencia : []),
  ];
  return avisos.flatMap((aviso) => textoBlocos(aviso, { fonte: "negrito", corpo: 9 }));
}
