import { useParams } from "react-router-dom";
import { deleteEmpresa } from "../../features/empresa/empresa-actions.ts";
import { EmpresaForm } from "../../features/empresa/form/EmpresaForm.tsx";
import { EmpresaPanels, NextStepsPanel } from "../../features/empresa/panels/EmpresaPanels.tsx";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { empresaQuery } from "../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { empresasTexts, empresaTexts as texts } from "../../texts/admin/empresas.ts";
import { FormPage } from "./FormPage.tsx";

const LIST = { label: texts.voltar, to: "/admin?tab=empresa" };

/** One empresa: its data, what Malote may do in its name, its certificado. */
export function EmpresaPage(): React.JSX.Element {
  const { empresaId } = useParams();
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  return (
    <FormPage
      id={empresaId}
      query={empresaQuery}
      back={LIST}
      texts={{ loading: empresasTexts.lista, subtitle: texts.subtitulo }}
      titleOf={(stored) => stored?.nome ?? texts.novaTitulo}
      isReady={isManager !== undefined}
      remove={isManager ? { label: empresasTexts.menu.excluir, run: deleteEmpresa } : null}
    >
      {({ stored, leave, cancel, footer }) => (
        <EmpresaForm
          savedEmpresa={stored}
          isManager={isManager === true}
          // A new empresa next needs its certificado.
          onSaved={(id) => leave(stored ? LIST.to : `/cert/${id}`)}
          onCancel={cancel}
          sidePanel={
            <>
              {stored ? (
                <EmpresaPanels savedEmpresa={stored} isManager={isManager === true} timeZone={timeZone} />
              ) : (
                <NextStepsPanel />
              )}
              {footer}
            </>
          }
        />
      )}
    </FormPage>
  );
}

export { EmpresaPage as Component };
