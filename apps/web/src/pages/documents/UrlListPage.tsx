import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { SavedViewsButton } from "../../features/saved-views/SavedViewsButton.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useOwner } from "../../rpc/session/current-user.ts";
import { filterTexts } from "../../texts/lists/filters.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { FilterButton } from "../../ui/filter/FilterButton.tsx";
import { FilterChips } from "../../ui/filter/FilterChips.tsx";
import type { NameOf } from "../../ui/filter/filter-design.ts";
import { defaultFilterOf } from "../../ui/filter/list-design.ts";
import { ListPage } from "../../ui/layout/ListPage.tsx";
import { useFirstShown, useIsPhone, usePageTitle } from "../../ui/layout/page-hooks.ts";
import { useDensity } from "../../ui/list/density.ts";
import { NewerButton } from "../../ui/list/NewerButton.tsx";
import { Pager, type PageSizeChoice } from "../../ui/list/Pager.tsx";
import { SortMenu } from "../../ui/list/SortMenu.tsx";
import type { UrlList } from "./use-url-list.ts";

/** The page of a list in the URL: filter, sort order, saved views, rows and pager. */
export function UrlListPage<F extends object, Tab extends string, Order extends string, R, Row>(
  props: Pick<
    React.ComponentProps<typeof ListPage>,
    "tabs" | "selectable" | "hints" | "display" | "floating"
  > & {
    list: UrlList<F, Tab, Order, R, Row>;
    title: string;
    /** What the list holds: the total, or a sentence. */
    summary: string;
    /** How many rows the filter has. */
    total: string;
    /** Absent if its order is fixed. */
    orderTexts?: Record<Order, string>;
    /** Beside a panel: without the menu of orders and the hints, for which the heads and the panel stand. */
    narrow?: boolean;
    /** Choice of the rows of a page. */
    pageSizes?: PageSizeChoice;
    /** Names in the filter's chips. */
    nameOf?: NameOf;
    /** Actions beside those on filter and order. */
    actions?: React.ReactNode;
    /** The columns and the density, when the user chooses them. */
    view?: Pick<React.ComponentProps<typeof SavedViewsButton>, "display" | "onDisplay">;
    skeleton: React.ReactNode;
    /** At the right of the pager. */
    footer?: React.ReactNode;
    /** The rows, or an empty state with the reason and the next action. */
    children: (rows: readonly Row[]) => React.ReactNode;
  },
): React.JSX.Element {
  const { list, title, summary, total, orderTexts, nameOf, actions, view, skeleton, footer } = props;
  const { narrow = false, pageSizes, display } = props;
  const { children, ...layout } = props;
  const { design, filter, query, data, change } = list;
  const filterProps = { design, filter, onChange: (next: F) => change({ filter: next }) };
  const [editing, setEditing] = useState<string | null>(null);
  const editField = useEditField(setEditing);
  const shown = useFirstShown(data !== undefined);
  usePageTitle(title);
  useDensity(useOwner());
  return (
    <ListPage
      {...layout}
      display={narrow ? undefined : display}
      hints={narrow ? null : props.hints}
      title={title}
      summary={summary}
      actions={
        <>
          <FilterButton {...filterProps} today={list.today} opened={editing} onOpened={setEditing} />
          {!narrow && orderTexts && (
            <SortMenu
              label={filterTexts.ordenar}
              value={list.sortOrder}
              options={design.sortOrders.map((value) => ({ value, label: orderTexts[value] }))}
              onChange={(sortOrder) => change({ sortOrder })}
            />
          )}
          {actions}
        </>
      }
      chips={
        <>
          <FilterChips
            {...filterProps}
            onEdit={editField}
            defaults={defaultFilterOf(design, list.tab)}
            nameOf={nameOf}
          />
          <SavedViewsButton list={list.name} {...view} />
        </>
      }
      newer={<NewerButton count={list.newer} onShow={list.showNewer} />}
      busy={query.isPlaceholderData}
      footer={
        <Pager
          page={list.page}
          pages={list.pages}
          total={total}
          pageSizes={pageSizes}
          onPage={(page) => change({ page })}
        >
          {footer}
        </Pager>
      }
    >
      {(query.isPending || (data && !shown)) && skeleton}
      {query.isError && !data && (
        <FailureState failure={explainFailure(query.error)} onRetry={() => void query.refetch()} />
      )}
      {data && shown && children(data.results)}
    </ListPage>
  );
}

/** Opens the form of the filter at a field; on a phone, its page. */
function useEditField(open: (field: string) => void): (field: string) => void {
  const phone = useIsPhone();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (field) => (phone ? void navigate(`/filtro${pathname}${search}`) : open(field));
}
