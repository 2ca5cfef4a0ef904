/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a text file in a window, with clickable links. The tooltip of a link is its URI.
 *
 *   gtk_view auto letter.txt */
#include <gtk/gtk.h>
#include <linkspan/linkspan_c.h>

/* `text` is what was received so far; its first `shown` bytes are in `buffer`. */
typedef struct view { GtkTextBuffer* buffer; GString* text; uint64_t shown; } view;

static void show_until(view* all, uint64_t end, const char* uri) {
  GtkTextIter at;
  GtkTextTag* tag = NULL; /* NULL: not a link */
  char* const valid = g_utf8_make_valid(all->text->str + all->shown, (gssize)(end - all->shown));
  if (uri != NULL) {
    tag = gtk_text_buffer_create_tag(all->buffer, NULL, "underline", PANGO_UNDERLINE_SINGLE, "foreground", "blue", NULL);
    g_object_set_data_full(G_OBJECT(tag), "uri", g_strdup(uri), g_free);
  }
  gtk_text_buffer_get_end_iter(all->buffer, &at);
  gtk_text_buffer_insert_with_tags(all->buffer, &at, valid, -1, tag, NULL);
  g_free(valid);
  all->shown = end;
}

static int take_text(void* context, const char* utf8, size_t size) {
  g_string_append_len(((view*)context)->text, utf8, (gssize)size);
  return 0;
}

static int take_link(void* context, const linkspan_link* link) {
  const gboolean is_safe = linkspan_scheme_opens(link->uri, strcspn(link->uri, ":")) == LINKSPAN_OPENS_SAFELY;
  show_until(context, link->in_text.begin, NULL);
  show_until(context, link->in_text.end, is_safe ? link->uri : NULL);
  return 0;
}

static const char* uri_at(GtkTextView* text, int x, int y) {
  GtkTextIter at;
  gtk_text_view_window_to_buffer_coords(text, GTK_TEXT_WINDOW_WIDGET, x, y, &x, &y);
  if (!gtk_text_view_get_iter_at_location(text, &at, x, y)) return NULL;
  g_autoptr(GSList) tags = gtk_text_iter_get_tags(&at);
  return tags != NULL ? g_object_get_data(tags->data, "uri") : NULL;
}

static gboolean on_release(GtkTextView* text, GdkEventButton* event) {
  const char* const command[] = {"xdg-open", uri_at(text, (int)event->x, (int)event->y), NULL};
  if (command[1] != NULL) g_spawn_async(NULL, (char**)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL);
  return FALSE;
}

static gboolean on_tooltip(GtkTextView* text, int x, int y, gboolean keyboard, GtkTooltip* tooltip) {
  const char* const uri = keyboard ? NULL : uri_at(text, x, y);
  gtk_tooltip_set_text(tooltip, uri);
  return uri != NULL;
}

int main(int argc, char** argv) {
  linkspan_engine* engine = NULL;
  linkspan_document_options options;
  char* bytes;
  gsize size;
  gtk_init(&argc, &argv);
  if (argc != 3 || !g_file_get_contents(argv[2], &bytes, &size, NULL)) g_error("Usage: gtk_view CHARSET FILE");
  GtkWidget* const window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  GtkWidget* const text = gtk_text_view_new();
  view all = {gtk_text_view_get_buffer(GTK_TEXT_VIEW(text)), g_string_new(NULL), 0};
  linkspan_document_options_init(&options, sizeof(options));
  options.charset = argv[1];
  linkspan_engine_create(NULL, &engine, NULL);
  linkspan_linkify_text(engine, bytes, size, &options, take_link, take_text, &all, NULL, NULL);
  show_until(&all, all.text->len, NULL);
  g_object_set(text, "editable", FALSE, "has-tooltip", TRUE, NULL);
  g_signal_connect(text, "button-release-event", G_CALLBACK(on_release), NULL);
  g_signal_connect(text, "query-tooltip", G_CALLBACK(on_tooltip), NULL);
  g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
  g_object_set(window, "default-width", 700, "default-height", 320, NULL);
  gtk_container_add(GTK_CONTAINER(window), text);
  gtk_widget_show_all(window);
  gtk_main();
  return 0;
}
