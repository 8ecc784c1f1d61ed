import fs from "node:fs/promises";

/** An empresa of the sandbox with its certificate. */
export type SandboxEmpresa = { name: string; cnpj: string; uf: string; pfx: Buffer; password: string };

/** @throws when SANDBOX_FILE is not set: `npm test -- e2e` sets it */
export async function readSandboxEmpresas(): Promise<SandboxEmpresa[]> {
  const file = process.env.SANDBOX_FILE;
  if (!file) throw new Error("SANDBOX_FILE is not set: the empresas of the sandbox are unknown");
  const info = JSON.parse(await fs.readFile(file, "utf8"));
  return info.empresas.map(({ nome: name, cnpj, uf, pfxBase64, pfxSenha }: Record<string, string>) => ({
    name,
    cnpj,
    uf,
    pfx: Buffer.from(pfxBase64 ?? "", "base64"),
    password: pfxSenha,
  }));
}
