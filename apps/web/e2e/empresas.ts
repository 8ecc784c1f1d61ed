import fs from "node:fs/promises";

/** A company of the sandbox with its certificate. */
export type EmpresaSandbox = { nome: string; cnpj: string; uf: string; pfx: Buffer; senha: string };

/** @throws when the suite was not told where the sandbox keeps them: `npm test -- e2e` does */
export async function readEmpresasSandbox(): Promise<EmpresaSandbox[]> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the companies of the sandbox are not known");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return info.empresas.map(({ nome, cnpj, uf, pfxBase64, pfxSenha }: Record<string, string>) => ({
    nome,
    cnpj,
    uf,
    pfx: Buffer.from(pfxBase64 ?? "", "base64"),
    senha: pfxSenha,
  }));
}
