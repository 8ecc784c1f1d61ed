import { dayInZone } from "@malote/syntax";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { AUDITOR_LIST } from "../../features/auditor/auditor-filter.ts";
import { EMAIL_LIST } from "../../features/email/filter/email-filter.ts";
import { NOTA_LISTS } from "../../features/nota/filters/nota-filter.ts";
import { NO_VIEW } from "../../features/saved-views/saved-view.ts";
import { type ListWithViews, useSavedViews } from "../../features/saved-views/use-saved-views.ts";
import { serverNow } from "../../network/clock.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { filterFormTexts as texts } from "../../texts/lists/filter-form.ts";
import { FilterForm } from "../../ui/filter/FilterForm.tsx";
import { type ListDesign, readList, writeList } from "../../ui/filter/list-design.ts";
import { DocBar, DocPage } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import { releaseUnsavedChanges } from "../../ui/overlay/unsaved-changes.ts";

/**
 * The filter of a list as its own page. It shares the list's URL parameters: it starts from them and
 * returns to them.
 */
export function FilterPage(): React.JSX.Element {
  const { type = "" } = useParams();
  const path = `/${type}`;
  switch (type) {
    case "dfe_recebidos":
      return <ListFilterPage key={type} path={path} views="recebidos" design={NOTA_LISTS.E} />;
    case "dfe_emitidos":
      return <ListFilterPage key={type} path={path} views="emitidos" design={NOTA_LISTS.S} />;
    case "emails":
      return <ListFilterPage key={type} path={path} views="emails" design={EMAIL_LIST} />;
    case "auditor":
      return <ListFilterPage key={type} path={path} views="auditor" design={AUDITOR_LIST} />;
    default:
      // An unknown list redirects home like any unknown URL (spec §2).
      return <Navigate to="/home" replace />;
  }
}

function ListFilterPage<F extends object, Tab extends string, Order extends string, R>(props: {
  path: string;
  views: ListWithViews;
  design: ListDesign<F, Tab, Order, R>;
}): React.JSX.Element {
  const { path, views, design } = props;
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const today = dayInZone(serverNow(), useTimeZone());
  const { padrao: defaultView } = useSavedViews(views);
  // The bare URL would apply the user's default view instead of the empty filter chosen here.
  const bare = defaultView === null ? "" : `visao=${NO_VIEW}`;
  const hrefOf = (next: URLSearchParams): string => {
    const search = next.toString() || bare;
    return search ? `${path}?${search}` : path;
  };
  const list = hrefOf(params);
  usePageTitle(design.title);
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: list }}
        title={<h1 className="t-pagina">{design.title}</h1>}
        actions={null}
      />
      <FilterForm
        wide
        design={design}
        filter={readList(design, params).filter}
        today={today}
        onCancel={() => void navigate(list)}
        onApply={(filter) => {
          releaseUnsavedChanges();
          void navigate(hrefOf(writeList(design, params, { filter })), { replace: true });
        }}
      />
    </DocPage>
  );
}

export { FilterPage as Component };
