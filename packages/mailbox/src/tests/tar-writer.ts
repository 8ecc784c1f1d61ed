/** One entry to write; each field is correct by default. */
export type TarMember = {
  nome: string;
  dados?: Buffer | string;
  /** Directory prefix of a name that is too long. */
  prefixo?: string;
  /** Type letter; a file by default. */
  tipo?: string;
  /** Claimed size. */
  tamanho?: number;
  /** Claimed checksum. */
  soma?: number;
};

const BLOCK = 512;

/** Writes a tar with its end mark.   @source POSIX.1-2017, pax, ustar Interchange Format */
export function writeTar(members: readonly TarMember[]): Buffer {
  return Buffer.concat([...members.map(writeMember), Buffer.alloc(2 * BLOCK)]);
}

/** A header and its data, padded to whole blocks. */
function writeMember({ nome, dados = "", prefixo = "", tipo = "0", tamanho, soma }: TarMember): Buffer {
  const bytes = Buffer.from(dados);
  const head = Buffer.alloc(BLOCK);
  head.write(nome, 0, 100, "utf8");
  head.write("0000644\0", 100, "latin1");
  head.write(`${(tamanho ?? bytes.length).toString(8).padStart(11, "0")}\0`, 124, "latin1");
  head.write("        ", 148, "latin1");
  head.write(tipo, 156, "latin1");
  head.write("ustar\x0000", 257, "latin1");
  head.write(prefixo, 345, 155, "utf8");
  const sum = soma ?? head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return Buffer.concat([head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}
