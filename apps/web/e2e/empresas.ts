import fs from "node:fs/promises";

/** An empresa of the sandbox with its certificate. */
export type EmpresaSandbox = { nome: string; cnpj: string; uf: string; pfx: Buffer; senha: string };

/** @throws when SANDBOX_FILE is not set: `npm test -- e2e` sets it */
export async function readEmpresasSandbox(): Promise<EmpresaSandbox[]> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the empresas of the sandbox are unknown");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return info.empresas.map(({ nome, cnpj, uf, pfxBase64, pfxSenha }: Record<string, string>) => ({
    nome,
    cnpj,
    uf,
    pfx: Buffer.from(pfxBase64 ?? "", "base64"),
    senha: pfxSenha,
  }));
}
