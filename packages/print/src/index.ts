export type { TamanhoBarcode } from "./barcode-svg.ts";
export { BARCODE_DANFE, chaveBarcodeSvg } from "./barcode-svg.ts";
export { CODE128_QUIET_MODULES, code128Widths } from "./code128.ts";
export type { Impressao, Impresso, Logo, Situacao } from "./impressao.ts";
export type { Imagem } from "./pdf/imagem.ts";
export { readImagem } from "./pdf/imagem.ts";
export { printDfe } from "./print-dfe.ts";
export { printRelatorio } from "./relatorio/print-relatorio.ts";
export type { CelulaRelatorio, Relatorio } from "./relatorio/relatorio.ts";
