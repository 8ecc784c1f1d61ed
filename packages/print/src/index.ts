export { BARCODE_DANFE, type BarcodeSize, chaveBarcodeSvg } from "./barcode-svg.ts";
export type { Image } from "./pdf/embedded-image.ts";
export { isEmbeddableImage, readImage } from "./pdf/image.ts";
export { shrinkPng } from "./pdf/write-png.ts";
export { printDfe, printDfeSvg } from "./print-dfe.ts";
export type { Logo, PrintedPdf, PrintRequest, PrintSituacao } from "./print-request.ts";
export { printReport } from "./report/print-report.ts";
export type { Report, ReportCell } from "./report/report.ts";
