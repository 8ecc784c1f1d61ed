/** A file about to be sent to a person or an ERP. `gzip`: the bytes are compressed, and that is not part of the file. */
export type Download = { nome: string; tipo: string; bytes: Buffer; gzip: boolean };
