import { PagePager } from "../list/PagePager.tsx";
import { QueryList, type QueryListProps, totalOf } from "../list/QueryList.tsx";
import classes from "./ListPage.module.css";
import { usePageTitle } from "./page-hooks.ts";
import { ScrollRegion } from "./ScrollRegion.tsx";

/** A page with a request form above the list of requests; it scrolls as one, its pager stays. */
export function JobsPage<T>(
  props: QueryListProps<T> & {
    title: string;
    head: React.ReactNode;
    /** Beside the name of the list. */
    note: string;
    /** The number of requests in words. */
    total: (count: number) => string;
  },
): React.JSX.Element {
  const { title, head, label, note, total, query } = props;
  const count = totalOf(query.data);
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <ScrollRegion className={classes.body} aria-label={title}>
        <div className={classes.top}>
          <h1 className="t-pagina">{title}</h1>
        </div>
        {head}
        <header className={classes.listHead}>
          <h2 className="t-secao">{label}</h2>
          <p className="t-rotulo">{note}</p>
        </header>
        <div aria-busy={query.isPlaceholderData} className={classes.list}>
          <QueryList {...props} />
        </div>
      </ScrollRegion>
      <PagePager total={count} label={total(count)} />
    </div>
  );
}
