import { formatInteger } from "@malote/syntax";
import { useNavigate } from "react-router-dom";
import { call } from "../../rpc/call/call.ts";
import { explainActionFailure, Refusal } from "../../rpc/call/failures.ts";
import { type Empresa, refreshEmpresas } from "../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../texts/admin/empresas.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../ui/overlay/ask-confirmation.tsx";

/** Actions on a company of the list. */
export type EmpresaActions = {
  open: (empresa: Empresa) => void;
  openCertificado: (empresa: Empresa) => void;
  remove: (empresa: Empresa) => void;
};

export function useEmpresaActions(): EmpresaActions {
  const navigate = useNavigate();
  return {
    open: ({ id }) => void navigate(`/empresa/${id}`),
    openCertificado: ({ id }) => void navigate(`/cert/${id}`),
    remove: (empresa) =>
      void deleteEmpresa(empresa).then((wasDeleted) => wasDeleted || focusMenuButton(empresa)),
  };
}

/** The menu has closed when the question is answered, so its button gets the focus back. */
function focusMenuButton({ id }: Empresa): void {
  document.querySelector<HTMLElement>(`[data-linha="${id}"] button[aria-haspopup]`)?.focus();
}

/** Asks for confirmation and deletes a company. @returns whether it was deleted */
export async function deleteEmpresa(empresa: Pick<Empresa, "id" | "nome" | "documentos">): Promise<boolean> {
  const { excluir } = texts;
  const isConfirmed = await askConfirmation({
    titulo: excluir.titulo(empresa.nome),
    texto: excluir.texto,
    acao: excluir.acao,
    destrutiva: true,
  });
  if (!isConfirmed) return false;
  try {
    await call("Empresa.deleteEmpresa", { id: empresa.id });
    await refreshEmpresas();
    showToast(excluir.feita(empresa.nome));
    return true;
  } catch (error) {
    showFailureToast(
      error instanceof Refusal
        ? { titulo: excluir.falhou, texto: reasonOf(error, empresa.documentos) }
        : explainActionFailure(error, excluir.falhou),
    );
    return false;
  }
}

/**
 * The server's sentence, when it is more specific than the general failure; otherwise a reason
 * from the list.
 */
function reasonOf({ message }: Refusal, documentos: number): string {
  const { excluir } = texts;
  if (message !== excluir.falhou) return message;
  if (documentos === 0) return excluir.semMotivo;
  return excluir.comDocumentos(texts.documentos(formatInteger(documentos)));
}
