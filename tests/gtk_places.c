/* SPDX-License-Identifier: Apache-2.0 */
/* A GTK module, for tests that click on text: it reports where the text is on the screen, so that neither fonts nor
 * sizes matter. tests/gtk_screen.sh builds and uses it.
 *
 *   GTK_MODULES=…/gtk_places.so LINKSPAN_PLACES=FOLDER program
 *
 * The test writes a text to FOLDER/wanted. When a visible text view or entry of the program shows it, the module
 * writes "X Y TEXT" to FOLDER/place: the centre of the character in the middle of the text, in pixels of the screen.
 * A text that is out of view is scrolled into view first, and a place that still moves is not reported. */
#include <gtk/gtk.h>

enum { kMillisecondsBetweenLooks = 50 };

typedef struct place { int x, y; } place;

static char *wanted_file, *place_file;

static place on_screen(GdkWindow* window, int x, int y) {
  place found;
  gdk_window_get_root_coords(window, x, y, &found.x, &found.y);
  return found;
}

/* Whether the view shows `text`; otherwise scrolls to it if it has it. */
static gboolean find_in_view(GtkTextView* view, const char* text, place* found) {
  const GtkTextSearchFlags flags = GTK_TEXT_SEARCH_VISIBLE_ONLY | GTK_TEXT_SEARCH_TEXT_ONLY;
  GtkTextIter start, at;
  GdkRectangle character, visible;
  int x, y;
  gtk_text_buffer_get_start_iter(gtk_text_view_get_buffer(view), &start);
  if (!gtk_text_iter_forward_search(&start, text, flags, &at, NULL, NULL)) return FALSE;
  gtk_text_iter_forward_chars(&at, (int)g_utf8_strlen(text, -1) / 2);
  gtk_text_view_get_iter_location(view, &at, &character);
  gtk_text_view_get_visible_rect(view, &visible);
  x = character.x + character.width / 2; /* the width is negative from right to left */
  y = character.y + character.height / 2;
  if (x < visible.x || x >= visible.x + visible.width || y < visible.y || y >= visible.y + visible.height) {
    gtk_text_view_scroll_to_iter(view, &at, 0.1, FALSE, 0, 0);
    return FALSE;
  }
  gtk_text_view_buffer_to_window_coords(view, GTK_TEXT_WINDOW_TEXT, x, y, &x, &y);
  *found = on_screen(gtk_text_view_get_window(view, GTK_TEXT_WINDOW_TEXT), x, y);
  return TRUE;
}

static gboolean find_in_entry(GtkWidget* entry, const char* text, place* found) {
  GtkAllocation area;
  if (strstr(gtk_entry_get_text(GTK_ENTRY(entry)), text) == NULL) return FALSE;
  gtk_widget_get_allocation(entry, &area);
  *found = on_screen(gtk_widget_get_window(entry), area.x + area.width / 2, area.y + area.height / 2);
  return TRUE;
}

typedef struct search { const char* text; place found; gboolean is_found; } search;

static void find_in(GtkWidget* widget, gpointer data) {
  search* const all = data;
  if (all->is_found || !gtk_widget_get_mapped(widget)) return;
  if (GTK_IS_TEXT_VIEW(widget)) {
    all->is_found = find_in_view(GTK_TEXT_VIEW(widget), all->text, &all->found);
  } else if (GTK_IS_ENTRY(widget)) {
    all->is_found = find_in_entry(widget, all->text, &all->found);
  } else if (GTK_IS_CONTAINER(widget)) {
    gtk_container_forall(GTK_CONTAINER(widget), find_in, all);
  }
}

static gboolean find_on_screen(const char* text, place* found) {
  search all = {text, {0, 0}, FALSE};
  GList* const windows = gtk_window_list_toplevels();
  g_list_foreach(windows, (GFunc)(void (*)(void))find_in, &all);
  g_list_free(windows);
  *found = all.found;
  return all.is_found;
}

static gboolean look(gpointer data) {
  static place before = {-1, -1};
  char* text = NULL;
  place now;
  (void)data;
  if (!g_file_get_contents(wanted_file, &text, NULL, NULL)) return G_SOURCE_CONTINUE;
  if (*text == '\0' || !find_on_screen(text, &now)) now = (place){-1, -1};
  if (now.x >= 0 && now.x == before.x && now.y == before.y) {
    char* const report = g_strdup_printf("%d %d %s\n", now.x, now.y, text);
    g_file_set_contents(place_file, report, -1, NULL); /* replaces the file as a whole */
    g_free(report);
  }
  before = now;
  g_free(text);
  return G_SOURCE_CONTINUE;
}

G_MODULE_EXPORT void gtk_module_init(gint* argc, gchar*** argv) {
  const char* const folder = g_getenv("LINKSPAN_PLACES");
  (void)argc;
  (void)argv;
  if (folder == NULL) return;
  wanted_file = g_build_filename(folder, "wanted", NULL);
  place_file = g_build_filename(folder, "place", NULL);
  g_timeout_add(kMillisecondsBetweenLooks, look, NULL);
}
