import { formatDateTime } from "@malote/syntax";
import { Button } from "@mantine/core";
import { call } from "../../rpc/call/call.ts";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { refreshSessions, type Session, sessionsQuery } from "../../rpc/conta/account.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";
import { formatTimeAgo } from "../../ui/format/relative-time.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { browserNameOf } from "./browser-name.ts";
import { Panel, PanelRow } from "./Panel.tsx";

const texts = accountTexts.sessoes;

/** The user's sessions, with buttons to end them. */
export function Sessions(): React.JSX.Element {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      showToast(await work());
      await refreshSessions();
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
  };
  const end = (id: string): Promise<void> =>
    attempt(async () => {
      await call("Auth.endSessao", { id });
      return texts.encerrada;
    });
  const endOthers = (): Promise<void> =>
    attempt(async () => texts.encerradas((await call("Auth.endOutrasSessoes", {})).object.encerradas));
  return (
    <Panel title={texts.titulo}>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button variant="default" onClick={() => void endOthers()}>
            {texts.outras}
          </Button>
        </div>
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }): React.JSX.Element {
  const timeZone = useTimeZone();
  const now = useNow();
  const browserName = browserNameOf(session.origem) ?? texts.desconhecida;
  return (
    <PanelRow
      title={session.atual ? `${browserName} (${texts.esta})` : browserName}
      details={[
        ...(session.usadaEm ? [texts.usada(formatTimeAgo(session.usadaEm, now, timeZone))] : []),
        ...(session.criadaEm ? [texts.aberta(formatDateTime(session.criadaEm, timeZone))] : []),
      ]}
    >
      {!session.atual && (
        <Button variant="subtle" onClick={onEnd} aria-label={texts.encerrarDe(browserName)}>
          {texts.encerrar}
        </Button>
      )}
    </PanelRow>
  );
}
