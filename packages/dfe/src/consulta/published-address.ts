/** One published address: of a QR code, or of the page for typing a key (`chave`), which has no scheme. */
export type PublishedAddress = {
  uf: string;
  /** "1" production, "2" homologação, "12" both. */
  ambientes: "1" | "2" | "12";
  tipo: "qr" | "chave";
  url: string;
  /** First day of issue (yyyy-MM-dd) of the documents that use it. */
  desde?: string;
  /** Last day of issue. */
  ate?: string;
};
