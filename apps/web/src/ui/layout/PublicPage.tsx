import { publicPageTexts as texts } from "../../texts/site/public-pages.ts";
import { LeaveGuard } from "../overlay/LeaveGuard.tsx";
import classes from "./PublicFrame.module.css";
import { PublicFrame } from "./PublicFrame.tsx";
import { usePageTitle } from "./page-hooks.ts";

/** A public page for one task, in one column. */
export function PublicPage(props: {
  title: string;
  text: string;
  /** The task, below its title. */
  children: React.ReactNode;
  /** Text beside the product name in the footer. */
  footer?: string;
}): React.JSX.Element {
  const { title, text, children, footer } = props;
  usePageTitle(title);
  return (
    <PublicFrame footer={footer ?? texts.pe}>
      <div className={classes.page}>
        <h1 className="t-publico">{title}</h1>
        <p className={classes.lead}>{text}</p>
        {children}
      </div>
      <LeaveGuard />
    </PublicFrame>
  );
}
