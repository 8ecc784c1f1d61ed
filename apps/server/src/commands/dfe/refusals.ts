import type { ArchiveRefusal } from "@malote/mailbox";

/** Why a file was not read, in a sentence for the user. */
export const REFUSALS = {
  "nao-encontrado": "Não existe.",
  "sem-acesso": "Não pôde ser aberto.",
  "nao-arquivo": "Não é um arquivo comum.",
  atalho: "É um atalho; atalhos não são seguidos.",
  "grande-demais": "Passa do tamanho permitido.",
  "lote-documento-invalido": "O documento compactado dentro do lote está danificado.",
  "lote-muitos-documentos": "O lote traz documentos demais; este e os seguintes não foram abertos.",
  "pacote-protegido": "O pacote tem senha.",
  "pacote-invalido": "O pacote está danificado.",
  "pacote-grande-demais": "O pacote, aberto, passa do tamanho permitido.",
  "pacote-fundo-demais": "Há pacotes demais um dentro do outro.",
  "pacote-muitos-arquivos": "O pacote tem arquivos demais.",
  "pacote-taxa-suspeita": "O conteúdo do pacote é grande demais para o tamanho dele, e ele não foi aberto.",
  "pacote-link": "O pacote contém um atalho em vez de arquivo.",
  "pacote-formato": "O comando não abre este formato de pacote.",
  "conteudo-cifrado": "O conteúdo está criptografado.",
  "caro-demais": "A leitura demorou demais e foi interrompida antes do fim.",
} as const satisfies Record<ArchiveRefusal, string> & Record<string, string>;
export type RefusalCode = keyof typeof REFUSALS;

/** Maps a file system error to a refusal. @throws any other error: it is a bug */
export function refusalOfError(error: unknown): RefusalCode {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
  return error.code === "ENOENT" || error.code === "ENOTDIR" ? "nao-encontrado" : "sem-acesso";
}
