import { dayInZone } from "@malote/syntax";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { AuditorFilterForm } from "../../features/auditor/AuditorFilterForm.tsx";
import {
  readFilter as readAuditor,
  writeFilter as writeAuditor,
} from "../../features/auditor/list-filter.ts";
import { EmailFilterForm } from "../../features/email/filter/EmailFilterForm.tsx";
import {
  readFilter as readEmail,
  writeFilter as writeEmail,
} from "../../features/email/filter/email-filter.ts";
import { NotaFilterForm } from "../../features/nota/filters/NotaFilterForm.tsx";
import {
  type ListTab,
  readFilter as readNota,
  writeFilter as writeNota,
} from "../../features/nota/filters/nota-filter.ts";
import { NO_VIEW } from "../../features/saved-views/saved-view.ts";
import { type ListWithViews, useSavedViews } from "../../features/saved-views/use-saved-views.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { filterFormTexts as texts } from "../../texts/lists/filter-form.ts";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

type ListName = keyof typeof texts.titulos;

const VIEW_LISTS: Record<ListName, ListWithViews> = {
  dfe_recebidos: "recebidos",
  dfe_emitidos: "emitidos",
  emails: "emails",
  auditor: "auditor",
};

/**
 * The filter of a list as its own page. It shares the list's URL parameters: it starts from them and
 * returns to them.
 */
export function FilterPage(): React.JSX.Element {
  const { type = "" } = useParams();
  // An unknown list redirects home like any unknown URL (spec §2).
  return Object.hasOwn(texts.titulos, type) ? (
    <ListFilterPage key={type} listName={type as ListName} />
  ) : (
    <Navigate to="/home" replace />
  );
}

function ListFilterPage({ listName }: { listName: ListName }): React.JSX.Element {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [{ padrao: defaultView }] = useSavedViews(VIEW_LISTS[listName]);
  // The bare URL would apply the user's default view instead of the empty filter chosen here.
  const bare = defaultView === null ? "" : `visao=${NO_VIEW}`;
  const hrefOf = (next: URLSearchParams): string => {
    const search = next.toString() || bare;
    return search ? `/${listName}?${search}` : `/${listName}`;
  };
  const list = hrefOf(params);
  usePageTitle(texts.titulos[listName]);
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: list }}
        title={<h1 className="t-pagina">{texts.titulos[listName]}</h1>}
        actions={null}
      />
      <ListFilterForm
        listName={listName}
        params={params}
        onCancel={() => void navigate(list)}
        onApply={(next) => {
          releaseUnsavedChanges();
          void navigate(hrefOf(next), { replace: true });
        }}
      />
    </DocPage>
  );
}

/** The filter form of a list. `onApply` receives the list's new URL parameters. */
function ListFilterForm(props: {
  listName: ListName;
  params: URLSearchParams;
  onCancel: () => void;
  onApply: (params: URLSearchParams) => void;
}): React.JSX.Element {
  const { listName, params, onCancel, onApply } = props;
  const today = dayInZone(new Date(), useTimeZone());
  const sharedProps = { today, wide: true, onCancel };
  if (listName === "auditor") {
    return (
      <AuditorFilterForm
        {...sharedProps}
        filter={readAuditor(params)}
        onApply={(filter) => onApply(writeAuditor(params, filter))}
      />
    );
  }
  if (listName === "emails") {
    return (
      <EmailFilterForm
        {...sharedProps}
        filter={readEmail(params)}
        onApply={(filter) => onApply(writeEmail(params, filter))}
      />
    );
  }
  const tab: ListTab = listName === "dfe_recebidos" && params.get("tab") === "div" ? "div" : "repo";
  return (
    <NotaFilterForm
      {...sharedProps}
      side={listName === "dfe_recebidos" ? "E" : "S"}
      filter={readNota(params, tab)}
      onApply={(filter) => onApply(writeNota(params, filter, tab))}
    />
  );
}

export { FilterPage as Component };
