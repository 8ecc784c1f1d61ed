import { useLocation, useNavigate, useParams } from "react-router-dom";
import { CaixaForm } from "../../features/caixa/form/CaixaForm.tsx";
import { caixaNameOf } from "../../features/caixa/health/caixa-state.ts";
import { CaixaHealthPanel } from "../../features/caixa/health/HealthPanel.tsx";
import { deleteCaixa } from "../../features/caixa/list/caixa-actions.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { caixaQuery } from "../../rpc/documents/detail-queries.ts";
import { type CaixaDetail, caixasCloseQuery } from "../../rpc/documents/queries.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { caixasTexts, caixaTexts as texts } from "../../texts/admin/caixas.ts";
import { FormPage } from "./FormPage.tsx";

const LIST = { label: texts.voltar, to: "/admin?tab=caixa" };

/** One mailbox: connection settings, health, and a connection test. */
export function CaixaPage(): React.JSX.Element {
  const { caixaId } = useParams();
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  return (
    <FormPage
      id={caixaId}
      query={caixaQuery}
      back={LIST}
      texts={{ loading: caixasTexts.lista, subtitle: texts.subtitulo }}
      titleOf={(stored) => (stored ? caixaNameOf(stored) : texts.novaTitulo)}
      isReady={isManager !== undefined}
      remove={isManager ? { label: caixasTexts.menu.excluir, run: deleteCaixa } : null}
    >
      {({ stored, leave, cancel, footer }) => (
        <CaixaForm
          savedCaixa={stored}
          isManager={isManager === true}
          timeZone={timeZone}
          testAtOnce={wantsTest(state)}
          onTestStarted={() => void navigate(pathname, { replace: true, state: null })}
          onSaved={() => leave(LIST.to)}
          onCancel={cancel}
          healthPanel={stored && <HealthPanel stored={stored} timeZone={timeZone} />}
          footer={footer}
        />
      )}
    </FormPage>
  );
}

/** The mailbox's health from the polled list; the form itself is not reloaded. */
function HealthPanel({ stored, timeZone }: { stored: CaixaDetail; timeZone: string }): React.JSX.Element {
  const { data } = useQuery(caixasCloseQuery);
  return <CaixaHealthPanel caixa={data?.find(({ id }) => id === stored.id) ?? stored} timeZone={timeZone} />;
}

/** Whether the list navigated here to run a connection test. */
function wantsTest(state: unknown): boolean {
  return typeof state === "object" && state !== null && "testar" in state && state.testar === true;
}

export { CaixaPage as Component };
