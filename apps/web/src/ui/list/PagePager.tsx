import { PAGE_SIZE } from "@malote/contract";
import { useSearchParams } from "react-router-dom";
import { Pager } from "./Pager.tsx";
import { readPageParam, writePageParam } from "./page-param.ts";

/** The pager of a list whose page number is in the URL. */
export function PagePager({ total, label }: { total: number; label: string }): React.JSX.Element {
  const [params, setParams] = useSearchParams();
  return (
    <Pager
      page={readPageParam(params)}
      pages={Math.max(1, Math.ceil(total / PAGE_SIZE))}
      total={label}
      onPage={(next) => setParams(writePageParam(params, next))}
    />
  );
}
