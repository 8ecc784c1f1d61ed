import { Stack } from "@mantine/core";
import { ContaPanels } from "../../features/conta/ContaPanels.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useQuery } from "../../rpc/call/use-query.ts";
import { contaQuery } from "../../rpc/conta/account.ts";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { accountTexts as texts } from "../../texts/admin/account.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";

/** The conta with its plan, then the user: name, password, second factor, sessions. */
export function AccountPage(): React.JSX.Element {
  usePageTitle(texts.titulo);
  const current = useCurrentUser();
  const query = useQuery(contaQuery);
  return (
    <Stack gap={28} maw={672} pt={20} px="var(--gutter)" pb={48}>
      <h1 className="t-pagina">{texts.titulo}</h1>
      {query.error && (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data && current && <ContaPanels conta={query.data} usuario={current.usuario} />}
    </Stack>
  );
}

export { AccountPage as Component };
