import { formatInteiro } from "@malote/syntax";
import { useNavigate } from "react-router-dom";
import { call } from "../../rpc/call.ts";
import { type Empresa, refreshEmpresas } from "../../rpc/empresas.ts";
import { explainAto, Recusa } from "../../rpc/falhas.ts";
import { empresas as textos } from "../../textos/empresas.ts";
import { confirmar } from "../../ui/confirmar.tsx";
import { avisar, avisarFalha } from "../../ui/toast.tsx";

/** Actions on a company of the list. */
export type EmpresaAcoes = {
  abrir: (empresa: Empresa) => void;
  certificado: (empresa: Empresa) => void;
  excluir: (empresa: Empresa) => void;
};

export function useEmpresaAcoes(): EmpresaAcoes {
  const navigate = useNavigate();
  return {
    abrir: ({ id }) => void navigate(`/empresa/${id}`),
    certificado: ({ id }) => void navigate(`/cert/${id}`),
    excluir: (empresa) => void excluirEmpresa(empresa).then((gone) => gone || focusAcoes(empresa)),
  };
}

/** The menu has closed when the question is answered, so its button gets the focus back. */
function focusAcoes({ id }: Empresa): void {
  document.querySelector<HTMLElement>(`[data-linha="${id}"] button[aria-haspopup]`)?.focus();
}

/** Asks for confirmation and deletes a company. @returns whether it was deleted */
export async function excluirEmpresa(empresa: Pick<Empresa, "id" | "nome" | "documentos">): Promise<boolean> {
  const { excluir } = textos;
  const sure = await confirmar({
    titulo: excluir.titulo(empresa.nome),
    texto: excluir.texto,
    acao: excluir.acao,
    destrutiva: true,
  });
  if (!sure) return false;
  try {
    await call("Empresa.deleteEmpresa", { id: empresa.id });
    await refreshEmpresas();
    avisar(excluir.feita(empresa.nome));
    return true;
  } catch (error) {
    avisarFalha(
      error instanceof Recusa
        ? { titulo: excluir.falhou, texto: reasonOf(error, empresa.documentos) }
        : explainAto(error, excluir.falhou),
    );
    return false;
  }
}

/**
 * The server's sentence, when it is more specific than the general failure; otherwise a reason
 * from the list.
 */
function reasonOf({ message }: Recusa, documentos: number): string {
  const { excluir } = textos;
  if (message !== excluir.falhou) return message;
  if (documentos === 0) return excluir.semMotivo;
  return excluir.comDocumentos(textos.documentos(formatInteiro(documentos)));
}
