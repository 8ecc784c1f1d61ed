import { parseInteger } from "@malote/contract";
import { useState } from "react";
import { pagerTexts } from "../../texts/app/general.ts";
import classes from "./Pager.module.css";

/** The number of the page: Enter goes to the typed one, the nearest if there is no such page. */
export function PageField(props: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}): React.JSX.Element {
  const { page, pages, onPage } = props;
  const [typed, setTyped] = useState(String(page));
  const go = (): void => {
    const asked = parseInteger(typed);
    const next = asked === null ? page : Math.min(Math.max(asked, 1), pages);
    setTyped(String(next));
    if (next !== page) onPage(next);
  };
  return (
    <label className={classes.position}>
      {pagerTexts.posicao}{" "}
      <input
        className={`campo num ${classes.field}`}
        aria-label={pagerTexts.irPara(pages)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        value={typed}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => setTyped(String(page))}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Enter" && !nativeEvent.isComposing) go();
          if (key === "Escape") setTyped(String(page));
        }}
      />
    </label>
  );
}
