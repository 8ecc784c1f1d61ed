import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { administrationTexts } from "../../texts/admin/administration.ts";
import { LoadedAt } from "../feedback/LoadedAt.tsx";
import { PagePager } from "../list/PagePager.tsx";
import { QueryList, type QueryListProps, totalOf } from "../list/QueryList.tsx";
import { useListKeys } from "../list/row-focus.ts";
import { SortMenu, type SortProps } from "../list/SortMenu.tsx";
import { ListPage } from "./ListPage.tsx";
import { usePageTitle } from "./page-hooks.ts";

/** A page or tab that shows one list, described by its query, columns and actions. */
export function ListScreen<T, O extends string = never>(
  props: Omit<QueryListProps<T>, "label"> & {
    /** Title of the window, and name of the list. */
    title: string;
    /** Heading of the page; by default that of the administration. */
    heading?: string;
    /** The number of rows in words. */
    total: (count: number) => string;
    timeZone: string;
    order?: SortProps<O>;
    /** Link to create an item; null for users who may not. */
    create?: { label: string; to: string } | null;
    /** Further actions, before the link to create an item. */
    actions?: React.ReactNode;
    tabs?: React.ReactNode;
    chips?: React.ReactNode;
    /** Right end of the bar; by default the time of the last load. */
    hints?: React.ReactNode;
    /** Above the rows, once they are loaded. */
    lead?: React.ReactNode;
  },
): React.JSX.Element {
  const { title, heading = administrationTexts.titulo, total, timeZone, order, create, lead } = props;
  const { query, tabs, chips, hints, actions } = props;
  const { data } = query;
  const count = totalOf(data);
  // The empty state already offers to create an item, and there is nothing to sort.
  const hasActions = data === undefined || count > 0;
  usePageTitle(title);
  useListKeys();
  return (
    <ListPage
      title={heading}
      summary={data ? total(count) : ""}
      actions={
        <>
          {actions}
          {order && hasActions && <SortMenu {...order} />}
          {create && hasActions && <CreateLink {...create} />}
        </>
      }
      tabs={tabs}
      chips={chips}
      hints={hints ?? (data && <LoadedAt at={query.dataUpdatedAt} timeZone={timeZone} />)}
      busy={query.isPlaceholderData}
      footer={data && "results" in data && <PagePager total={count} label={total(count)} />}
    >
      {data && lead}
      <QueryList {...props} label={title} />
    </ListPage>
  );
}

function CreateLink({ label, to }: { label: string; to: string }): React.JSX.Element {
  return (
    <Button
      component={Link}
      className="botao-icone"
      to={to}
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
    >
      {label}
    </Button>
  );
}
